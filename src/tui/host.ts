import { type Copy, copySequence } from '../terminal/clipboard.ts';
import type { Copied, Desk } from '../terminal/host.ts';
import type { ScreenOutput } from '../terminal/output/output.ts';
import { openAddress, openerOf } from '../terminal/process/browser.ts';
import { runChild, untilEnter } from '../terminal/process/child.ts';
import { page } from '../terminal/process/pager.ts';
import { programOnPath } from '../terminal/process/program-path.ts';
import type { Lend } from '../terminal/process/suspend.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';

/** Which way was used. The terminal does not say whether it did what it was asked: so neither do we. */
const WAYS: { readonly [W in Exclude<Copy['way'], 'none'>]: SafeText } = {
  terminal: safe`copied (OSC 52)`,
  tmux: safe`copied (OSC 52 through tmux)`,
  screen: safe`copied (OSC 52 through screen)`,
};

const REASONS = {
  'too-long': safe`is too long for the clipboard: a terminal takes 56 kB (74,994 bytes of base64)`,
  'no-clipboard': safe`cannot be copied: this terminal has no clipboard`,
} as const;

function copied(text: string, { output, env }: Pick<Means, 'output' | 'env'>): Copied {
  const copy = copySequence(text, env);
  if (copy.way === 'none') return { ok: false, words: REASONS[copy.reason] };
  output.send(copy.sequence);
  return { ok: true, words: WAYS[copy.way] };
}

type Means = {
  readonly stdin: NodeJS.ReadStream;
  readonly output: ScreenOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Gives the terminal away; what is typed into it then is not for this program. */
  readonly lend: Lend;
};

/** Lends the terminal to a program. What it has printed can be read until Enter, where it waits. */
async function running(
  [name = '', ...words]: readonly string[],
  waits: boolean,
  { lend, stdin, env }: Pick<Means, 'lend' | 'stdin' | 'env'>,
): Promise<SafeText | undefined> {
  const program = clean(name, 60);
  const path = programOnPath(name, env['PATH']);
  if (path === undefined) return safe`${program} is in no folder of PATH.`;
  let code: number | 'not started' = 'not started';
  try {
    await lend(async () => {
      code = await runChild([path, ...words]);
      if (code === 'not started' || !waits) return;
      process.stdout.write(`\n[${program} ended with ${code}]  Enter: back to botscope `);
      await untilEnter(stdin);
    });
  } catch {
    return safe`${program}: the terminal could not be handed over.`;
  }
  if (code === 'not started') return safe`${program} could not be started.`;
  return code === 0 ? undefined : safe`${program} ended with ${code}.`;
}

/** The terminal, as the explorer may use it. */
export function createDesk({ output, env, lend, stdin }: Means): Desk {
  return {
    copy: text => copied(text, { output, env }),
    redraw: output.repaint,
    mouse: output.mouse,
    browse: address => {
      const opener = openerOf(env, process.platform);
      return opener === undefined ? Promise.resolve(false) : openAddress(opener, address);
    },
    run: (words, waits) => running(words, waits, { lend, stdin, env }),
    page: async text => {
      const problem = await page(text, { pager: env['PAGER'], lend });
      return problem === undefined ? undefined : safe`The pager: ${clean(problem, 200)}.`;
    },
  };
}
