import { everyKey, FIRST_LETTER } from '../every-key.ts';
import { quantile } from '../figures.ts';
import type { Figures, Group } from '../group.ts';
import { type Press, presses, pressFigures, pressOnly } from '../keyboard.ts';
import type { Kit } from '../kit.ts';
import { BOTSCOPE, many, notInstalled, openList, RAW, TO_THE_END } from '../programs.ts';
import type { Session } from '../session.ts';

const ROWS = 10_000;
const IN_WINDOW = 14;
const SCROLLING = 14;
const PAGES = 6;
const WAITS = { quietMs: 50, answerMs: 600 };

/** Presses the keys of a list one by one: within the window, scrolling, by pages. */
export async function pressAll(name: string, kit: Kit, rows = ROWS): Promise<Figures> {
  const session = await openList(name, kit, { rows });
  try {
    await pressOnly(session, ['down'], WAITS.quietMs);
    const window = await presses(session, many('down', IN_WINDOW), WAITS);
    await pressOnly(session, many('down', TO_THE_END), 20);
    const scroll = await presses(session, many('down', SCROLLING), WAITS);
    const pages = await presses(session, many('pagedown', PAGES), { ...WAITS, quietMs: 120 });
    return {
      ...pressFigures('window', window),
      ...pressFigures('scroll', scroll),
      ...pressFigures('page', pages),
    };
  } finally {
    await session.close();
  }
}

/** Presses every kind of key; returns the slowest of each, and p99 without the first letter of a filter. */
export async function pressEvery(session: Session, quietMs: number): Promise<Figures> {
  const all: Press[] = [];
  const slowest: Record<string, number> = {};
  for (const [kind, ...keys] of everyKey) {
    if (kind === '') {
      await pressOnly(session, keys, quietMs);
      continue;
    }
    const pressed = await presses(session, keys, { quietMs, answerMs: 600 });
    if (kind !== FIRST_LETTER) all.push(...pressed);
    slowest[`${kind}: most ms`] = Math.max(...pressed.map(({ ms = 0 }) => ms));
  }
  const times = all.map(({ ms = 0 }) => ms);
  return { 'every key p99 ms': quantile(times, 0.99), ...slowest };
}

export const keys: Group = {
  name: 'keys',
  about: `from a key to the screen as it stays, ${ROWS} rows; bytes a key, over those of the reference encoder`,
  programs: [BOTSCOPE, RAW, 'fzf', 'nnn'],
  without: notInstalled,
  run: async (name, kit) => {
    const list = await pressAll(name, kit);
    if (name !== BOTSCOPE) return list;
    const session = await openList(name, kit, { rows: ROWS });
    return { ...list, ...(await pressEvery(session, 100).finally(session.close)) };
  },
};
