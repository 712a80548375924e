/** Every terminal answers this one, in the order of what it is sent: it has shown all that came before. */
export const QUESTION = '\x1b[5n';
export const ANSWER = '\x1b[0n';

/** An answer that takes longer will not come. */
export const LOST_MS = 5000;
/** Longest wait for an answer when the terminal is given back. */
const FAREWELL_MS = 600;

/** A question: when, behind how many bytes since the one before, and how many were under way then. */
type Asked = { readonly at: number; readonly size: number; readonly underWay: number };

/** What the terminal was sent and asked, and has not answered yet. */
export function questions(now: () => number) {
  let asked: readonly Asked[] = [];
  let unasked = 0;
  let settled = (): void => undefined;
  const isAwaiting = (): boolean => asked.some(({ at }) => now() - at < FAREWELL_MS);
  const underWay = (): number => asked.reduce((total, { size }) => total + size, 0);
  return {
    /** Of how many bytes it is not known whether they have arrived, among those that were asked for. */
    underWay,
    /** The one question that is open; undefined when there are more, or none. */
    single: (): Asked | undefined => (asked.length === 1 ? asked[0] : undefined),
    sent: (size: number): void => {
      unasked += size;
    },
    ask: (): void => {
      const size = unasked + QUESTION.length;
      asked = [...asked, { at: now(), size, underWay: underWay() + size }];
      unasked = 0;
    },
    /** The question that this answers; undefined when it is no answer, or nothing was asked. */
    answeredBy: (reply: string): Asked | undefined => {
      const [first, ...others] = asked;
      if (first === undefined || reply !== ANSWER) return undefined;
      asked = others;
      if (others.length === 0) settled();
      return first;
    },
    isLost: (): boolean => asked[0] !== undefined && now() - asked[0].at > LOST_MS,
    isAwaiting,
    /** Settles when no answer is awaited, or for long enough. */
    quiet: (): Promise<void> =>
      new Promise(resolve => {
        const late = setTimeout(resolve, isAwaiting() ? FAREWELL_MS : 0);
        settled = () => {
          clearTimeout(late);
          resolve();
        };
        if (!isAwaiting()) settled();
      }),
    forget: (): void => {
      asked = [];
      settled();
    },
  };
}
