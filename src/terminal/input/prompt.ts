import { type SafeText, safe } from '../../text/sanitise.ts';
import { PASTES_MARKED, PASTES_UNMARKED } from '../sequences.ts';
import { createKeyInput, type KeySource } from './input.ts';
import { PASTE_START } from './splitter.ts';

const ENTER = '\r';
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
const DELETES: readonly string[] = ['\u007f', '\b'];
const PRINTABLE = /^[\x20-\x7e]$/;

const NOT_PASTED = safe`Type it: pasted text does not count.`;
const NOT_AHEAD = safe`Press Enter alone, after you have read the question.`;

function edited(line: string, key: string) {
  if (key === CTRL_U) return '';
  if (DELETES.includes(key)) return line.slice(0, -1);
  return PRINTABLE.test(key) ? line + key : line;
}

type PromptTerminal = Readonly<{
  input: KeySource;
  output: { readonly write: (text: string) => unknown };
  signal: AbortSignal;
}>;

/** Undefined on Ctrl-C, Ctrl-D or abort. Enter counts only alone in its read: no paste can confirm. */
export const promptForLine = (question: SafeText, { input, output, signal }: PromptTerminal) =>
  new Promise<string | undefined>(resolve => {
    if (signal.aborted) return resolve(undefined);
    const keys = createKeyInput(input);
    let typed = '';
    const note = (text: SafeText): unknown => output.write(`\n${text}\n${question}${typed}`);
    const edit = (key: string) => {
      const next = edited(typed, key);
      output.write('\b \b'.repeat(Math.max(0, typed.length - next.length)) + next.slice(typed.length));
      typed = next;
    };
    const end = (answer: string | undefined) => {
      keys.destroy();
      signal.removeEventListener('abort', cancel);
      output.write(`${PASTES_UNMARKED}\n`);
      input.setRawMode(false);
      input.pause();
      resolve(answer);
    };
    const cancel = () => end(undefined);
    signal.addEventListener('abort', cancel);
    keys.setRawMode(true);
    keys.on('lost', cancel).on('data', (text: string) => {
      if (text === CTRL_C || text === CTRL_D) cancel();
      else if (text === ENTER) keys.alone() ? end(typed) : note(NOT_AHEAD);
      else if (text.startsWith(PASTE_START)) note(NOT_PASTED);
      else edit(text);
    });
    output.write(`${PASTES_MARKED}${question}`);
  });
