import type { EventEmitter } from 'node:events';

const QUERY = '\x1b]11;?\x1b\\';
const REPLY = /\x1b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i;

const channel = (hex: string | undefined): number =>
  Number.parseInt(hex ?? '0', 16) / (16 ** (hex ?? '0').length - 1);

/** Returns the brightness of the colour in a reply to OSC 11; undefined for other replies. */
export function shadeOf(reply: string): 'dark' | 'light' | undefined {
  const [all, red, green, blue] = REPLY.exec(reply) ?? [];
  if (all === undefined) return undefined;
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue) < 0.5 ? 'dark' : 'light';
}

/**
 * Queries the terminal's background colour (OSC 11). Undefined without a reply in time. `input` emits
 * 'reply'.
 */
export function queryBackground(
  input: EventEmitter,
  send: (query: string) => void,
  timeoutMs: number,
): Promise<'dark' | 'light' | undefined> {
  return new Promise(resolve => {
    const done = (shade: 'dark' | 'light' | undefined): void => {
      clearTimeout(timer);
      input.off('reply', onReply);
      resolve(shade);
    };
    const onReply = (reply: string): void => {
      const shade = shadeOf(reply);
      if (shade !== undefined) done(shade);
    };
    const timer = setTimeout(done, timeoutMs, undefined);
    input.on('reply', onReply);
    send(QUERY);
  });
}
