import type { Environment } from '../terminal/capabilities.ts';
import { type ClipboardCopy, copySequence } from '../terminal/clipboard.ts';
import type { CopyResult, TerminalHost } from '../terminal/host.ts';
import type { ScreenOutput } from '../terminal/output/output.ts';
import {
  type Lend,
  openUrl,
  page,
  programOnPath,
  runChild,
  untilEnter,
} from '../terminal/process/programs.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';

/** By the sequence that was sent. Terminals do not confirm copying. */
const COPIED: { readonly [W in Exclude<ClipboardCopy['via'], 'none'>]: SafeText } = {
  terminal: safe`copied (OSC 52)`,
  tmux: safe`copied (OSC 52 through tmux)`,
  screen: safe`copied (OSC 52 through screen)`,
};

const REASONS = {
  'too-long': safe`is too long for the clipboard (limit: 56 kB)`,
  'no-clipboard': safe`cannot be copied: this terminal has no clipboard`,
} as const;

function copyText(text: string, { output, env }: Pick<HostOptions, 'output' | 'env'>): CopyResult {
  const copy = copySequence(text, env);
  if (copy.via === 'none') return { ok: false, words: REASONS[copy.reason] };
  output.send(copy.sequence);
  return { ok: true, words: COPIED[copy.via] };
}

type HostOptions = Readonly<{ stdin: NodeJS.ReadStream; output: ScreenOutput; env: Environment; lend: Lend }>;

async function runProgram(
  [name = '', ...words]: readonly string[],
  waits: boolean,
  { lend, stdin, env }: Pick<HostOptions, 'lend' | 'stdin' | 'env'>,
): Promise<SafeText | undefined> {
  const program = clean(name, 60);
  const path = programOnPath(name, env['PATH']);
  if (path === undefined) return safe`${program} is not in PATH.`;
  let code: number | 'not started' = 'not started';
  try {
    await lend(async () => {
      code = await runChild([path, ...words]);
      if (code === 'not started' || !waits) return;
      process.stdout.write(`\n[${program}: exit code ${code}]  Enter returns to botscope `);
      await untilEnter(stdin);
    });
  } catch {
    return safe`${program} could not be started: the terminal is in use.`;
  }
  if (code === 'not started') return safe`${program} could not be started.`;
  return code === 0 ? undefined : safe`${program} failed with exit code ${code}.`;
}

export const createTerminalHost = ({ output, env, lend, stdin }: HostOptions): TerminalHost => ({
  copy: text => copyText(text, { output, env }),
  redraw: output.repaint,
  mouse: output.mouse,
  isSlow: output.isSlow,
  browse: url => openUrl(url, env),
  run: (words, waits) => runProgram(words, waits, { lend, stdin, env }),
  page: async text => {
    const problem = await page(text, { env, lend });
    return problem === undefined ? undefined : safe`Pager: ${clean(problem, 200)}.`;
  },
});
