/** Device status query (DSR 5). Every terminal replies in order: it has then shown everything sent before. */
export const QUERY = '\x1b[5n';
/** Reply to the device status query, the same every time. */
export const REPLY = '\x1b[0n';

/** Time after which a reply counts as lost. */
export const LOST_MS = 5000;
/** Longest wait for a reply before the terminal is given back. */
const GIVE_BACK_MS = 600;

/**
 * A query without a reply: its time, the bytes of its frame, those since the query before it, and all
 * unconfirmed bytes then.
 */
type Query = {
  readonly at: number;
  readonly frame: number;
  readonly size: number;
  readonly unconfirmed: number;
};

/** Tracks the queries that the terminal has not replied to yet. */
export function createQueries(now: () => number) {
  let open: readonly Query[] = [];
  let unqueried = 0;
  let frame = 0;
  let onSettled = (): void => undefined;
  const isAwaitingReply = (): boolean => open.some(({ at }) => now() - at < GIVE_BACK_MS);
  const unconfirmed = (): number => open.reduce((total, { size }) => total + size, 0);
  return {
    /** Returns the bytes before the open queries: they may not have arrived yet. */
    unconfirmed,
    /** Returns the open query if there is exactly one. */
    single: (): Query | undefined => (open.length === 1 ? open[0] : undefined),
    wrote: (size: number): void => {
      unqueried += size;
      frame = size;
    },
    send: (): void => {
      const size = unqueried + QUERY.length;
      const query = { at: now(), frame: frame + QUERY.length, size, unconfirmed: unconfirmed() + size };
      open = [...open, query];
      unqueried = 0;
    },
    /** Takes a reply and returns its query, which is then closed; undefined for other replies. */
    takeReply: (reply: string): Query | undefined => {
      const [first, ...others] = open;
      if (first === undefined || reply !== REPLY) return undefined;
      open = others;
      if (others.length === 0) onSettled();
      return first;
    },
    isLost: (): boolean => open[0] !== undefined && now() - open[0].at > LOST_MS,
    isAwaitingReply,
    /** Resolves when no reply is awaited any more, or after a time limit. */
    untilReplied: (): Promise<void> =>
      new Promise(resolve => {
        const late = setTimeout(resolve, isAwaitingReply() ? GIVE_BACK_MS : 0);
        onSettled = () => {
          clearTimeout(late);
          resolve();
        };
        if (!isAwaitingReply()) onSettled();
      }),
    forget: (): void => {
      open = [];
      onSettled();
    },
  };
}
