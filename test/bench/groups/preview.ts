import type { Figures, Group } from '../group.ts';
import { hold, keyBytes, type Press, presses, pressFigures, pressOnly } from '../keyboard.ts';
import type { Kit } from '../kit.ts';
import type { LinkOptions } from '../link.ts';
import { BOTSCOPE, many, notInstalled, openList, programOf, RAW } from '../programs.ts';
import { WIDE } from '../session.ts';

const ROWS = 1000;
const LINK = { rttMs: 100, kbit: 64 };
const KEYS = 20;

type PressOptions = { readonly link?: LinkOptions; readonly quietMs: number; readonly answerMs: number };

/** Presses the arrow key within the window, then at its end. */
async function pressBoth(name: string, kit: Kit, { link, ...waits }: PressOptions) {
  const { position, keys: { down = 'down' } = {} } = programOf(name);
  const slow = link === undefined ? {} : { link, isWhole: false };
  const session = await openList(name, kit, { rows: ROWS, size: WIDE, ...slow });
  try {
    await pressOnly(session, [down], waits.quietMs);
    const window: readonly Press[] = await presses(session, many(down, KEYS), waits);
    session.send(keyBytes(session, down).repeat(WIDE.rows));
    await session.more(1000);
    await session.quiet(500);
    const scroll = await presses(session, many(down, KEYS), waits);
    const held =
      link === undefined
        ? {}
        : await hold(session, { key: down, hertz: 30, seconds: 2, quietMs: 400, position });
    return { window, scroll, held };
  } finally {
    await session.close();
  }
}

/** The keys of a list with the preview beside it, on a fast line and on a slow one. */
export const preview: Group = {
  name: 'preview',
  about: `${WIDE.cols} by ${WIDE.rows} with the preview: bytes a key; over ${LINK.kbit} kbit/s and ${LINK.rttMs} ms`,
  programs: [BOTSCOPE, RAW, 'nnn'],
  without: notInstalled,
  run: async (name, kit): Promise<Figures> => {
    const fast = await pressBoth(name, kit, { quietMs: 50, answerMs: 600 });
    const slow = await pressBoth(name, kit, { link: LINK, quietMs: 150, answerMs: 4000 });
    return {
      ...pressFigures('window', fast.window),
      ...pressFigures('scroll', fast.scroll),
      ...pressFigures('slow window', slow.window),
      ...pressFigures('slow scroll', slow.scroll),
      ...slow.held,
    };
  },
};
