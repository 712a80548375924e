import type { Figures, Group } from '../group.ts';
import { press, presses, pressFigures, pressOnly } from '../keyboard.ts';
import type { Kit } from '../kit.ts';
import { BOTSCOPE, INK, isHere, openList, programOf, RAW } from '../programs.ts';

const ROWS = 10_000;
const IN_WINDOW = 14;
const TO_THE_END = 20;
const SCROLLING = 14;
const PAGES = 6;
const WAITS = { quietMs: 50, answerMs: 600 };
const LONG = { quietMs: 250, answerMs: 2000 };

export const LISTS = [BOTSCOPE, RAW, INK, 'fzf', 'nnn', 'less', 'tig'];
export const notInstalled = (name: string): string | undefined =>
  isHere(name) ? undefined : 'not installed';

const many = (key: string, count: number): readonly string[] => Array.from({ length: count }, () => key);

/** The keys of a list, one by one: within the window, scrolling, by pages, to the end. */
export async function pressAll(name: string, kit: Kit, rows = ROWS): Promise<Figures> {
  const program = programOf(name);
  const { down = 'down', pagedown = 'pagedown', end = 'end' } = program.keys ?? {};
  const session = await openList(name, kit, { rows });
  try {
    await pressOnly(session, [down], WAITS.quietMs);
    const window = await presses(session, many(down, IN_WINDOW), WAITS);
    await pressOnly(session, many(down, TO_THE_END), 20);
    const scroll = await presses(session, many(down, SCROLLING), WAITS);
    const pages = await presses(session, many(pagedown, PAGES), { quietMs: 120, answerMs: 600 });
    const jump =
      name === RAW || name === INK || name.startsWith('fzf') ? [] : [await press(session, end, LONG)];
    return {
      ...pressFigures('window', window),
      ...pressFigures('scroll', scroll),
      ...pressFigures('page', pages),
      ...(jump.length === 0 ? {} : { 'jump ms': jump[0]?.ms ?? Number.NaN }),
    };
  } finally {
    await session.close();
  }
}

const known = new Map<string, Promise<Figures>>();

/** Times and bytes come of the same presses. */
function pressed(name: string, kit: Kit, round: number): Promise<Figures> {
  const key = `${name} ${round}`;
  const run = known.get(key) ?? pressAll(name, kit);
  known.set(key, run);
  return run;
}

const only = (figures: Figures, wanted: RegExp): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([measure]) => wanted.test(measure)));

export const keys: Group = {
  name: 'keys',
  about: `from a key to the screen as it stays, ${ROWS} rows`,
  programs: LISTS,
  without: notInstalled,
  run: async (name, kit, round) => only(await pressed(name, kit, round), / ms$| dead$/),
};

export const bytes: Group = {
  name: 'bytes',
  about: 'bytes a key, and over what the reference encoder needs for the same change',
  programs: LISTS,
  without: notInstalled,
  run: async (name, kit, round) => only(await pressed(name, kit, round), / bytes$| encoder$/),
};
