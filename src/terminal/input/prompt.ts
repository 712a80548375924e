import { type SafeText, safe } from '../../text/sanitise.ts';
import { PASTES_MARKED, PASTES_UNMARKED } from '../sequences.ts';
import { createKeyInput, type KeySource } from './input.ts';
import type { Token } from './splitter.ts';
import { PASTE_START } from './tokens.ts';

const ENTER = '\r';
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
const DELETES: readonly string[] = ['\u007f', '\b'];
const PRINTABLE = /^[\x20-\x7e]$/;

const NOT_PASTED = safe`Type it: pasted text does not count.`;
const NOT_AHEAD = safe`Press Enter alone, after you have read the question.`;

function edited(line: string, key: string): string {
  if (key === CTRL_U) return '';
  if (DELETES.includes(key)) return line.slice(0, -1);
  return PRINTABLE.test(key) ? line + key : line;
}

/** A line being typed. `take` returns its end: the text, or undefined if the person cancels. */
function typedLine(question: SafeText, write: (text: string) => unknown) {
  let typed = '';
  const note = (text: SafeText): unknown => write(`\n${text}\n${question}${typed}`);
  function edit(key: string): void {
    const next = edited(typed, key);
    write('\b \b'.repeat(Math.max(0, typed.length - next.length)) + next.slice(typed.length));
    typed = next;
  }
  function take({ text, alone }: Token): { readonly answer: string | undefined } | undefined {
    if (text === CTRL_C || text === CTRL_D) return { answer: undefined };
    if (text === ENTER && alone) return { answer: typed };
    if (text === ENTER) note(NOT_AHEAD);
    else if (text.startsWith(PASTE_START)) note(NOT_PASTED);
    else edit(text);
    return undefined;
  }
  return { take };
}

type PromptTerminal = {
  readonly input: KeySource;
  readonly output: { readonly write: (text: string) => unknown };
  readonly signal: AbortSignal;
};

/**
 * Asks for one typed line. Resolves with undefined on Ctrl-C, Ctrl-D, or when the signal aborts. Enter counts
 * only alone in its read, and a paste never: neither a paste nor keys typed ahead can confirm anything.
 */
export function promptForLine(
  question: SafeText,
  { input, output, signal }: PromptTerminal,
): Promise<string | undefined> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve(undefined);
    const line = typedLine(question, text => output.write(text));
    const keys = createKeyInput(input);
    const end = (answer: string | undefined): void => {
      keys.destroy();
      signal.removeEventListener('abort', cancel);
      output.write(`${PASTES_UNMARKED}\n`);
      input.setRawMode(false);
      input.pause();
      resolve(answer);
    };
    const cancel = (): void => end(undefined);
    signal.addEventListener('abort', cancel);
    keys.setRawMode(true);
    keys.on('lost', cancel).on('data', (text: string) => {
      const ended = line.take({ text, alone: keys.alone() });
      if (ended !== undefined) end(ended.answer);
    });
    output.write(`${PASTES_MARKED}${question}`);
  });
}
