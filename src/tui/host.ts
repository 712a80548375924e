import { type ClipboardCopy, copySequence } from '../terminal/clipboard.ts';
import type { CopyResult, TerminalHost } from '../terminal/host.ts';
import type { KeyInput } from '../terminal/input/input.ts';
import type { ScreenOutput } from '../terminal/output/output.ts';
import { type Host, openUrl, page, runLent, untilEnter } from '../terminal/process/programs.ts';
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

type HostOptions = Host &
  Readonly<{ stdin: NodeJS.ReadStream; output: ScreenOutput; input: KeyInput; suspend: () => Promise<void> }>;

async function runProgram(words: readonly string[], waits: boolean, host: HostOptions) {
  const program = clean(words[0] ?? '', 60);
  const ran = await runLent(words, host, async code => {
    if (!waits) return;
    process.stdout.write(`\n[${program}: exit code ${code}]  Enter returns to botscope `);
    await untilEnter(host.stdin);
  });
  if (typeof ran === 'string') return safe`${program} ${ran}.`;
  return ran === 0 ? undefined : safe`${program} failed with exit code ${ran}.`;
}

export function createTerminalHost(host: HostOptions): TerminalHost {
  const { input, output, env, suspend } = host;
  return {
    copy: text => copyText(text, host),
    redraw: output.repaint,
    mouse: output.mouse,
    isSlow: output.isSlow,
    isKeyAlone: input.alone,
    suspend,
    browse: url => openUrl(url, env),
    run: (words, waits) => runProgram(words, waits, host),
    page: async text => {
      const problem = await page(text, host);
      return problem && safe`Pager: ${problem}.`;
    },
  };
}
