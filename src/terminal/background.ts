import type { EventEmitter } from 'node:events';

const QUESTION = '\x1b]11;?\x1b\\';
const ANSWER = /\x1b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i;

const part = (hex: string | undefined): number =>
  Number.parseInt(hex ?? '0', 16) / (16 ** (hex ?? '0').length - 1);

/** Whether an answer names a dark or a light colour; undefined when it is the answer to something else. */
export function shadeOf(reply: string): 'dark' | 'light' | undefined {
  const [all, red, green, blue] = ANSWER.exec(reply) ?? [];
  if (all === undefined) return undefined;
  return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue) < 0.5 ? 'dark' : 'light';
}

/**
 * Asks the terminal for its background (OSC 11). Undefined when it does not answer in time. `input` tells answers
 * by 'reply', also late ones: they never become keys.
 */
export function askShade(
  input: EventEmitter,
  ask: (question: string) => void,
  withinMs: number,
): Promise<'dark' | 'light' | undefined> {
  return new Promise(resolve => {
    const done = (shade: 'dark' | 'light' | undefined): void => {
      clearTimeout(timer);
      input.off('reply', hear);
      resolve(shade);
    };
    const hear = (reply: string): void => {
      const shade = shadeOf(reply);
      if (shade !== undefined) done(shade);
    };
    const timer = setTimeout(done, withinMs, undefined);
    input.on('reply', hear);
    ask(QUESTION);
  });
}
