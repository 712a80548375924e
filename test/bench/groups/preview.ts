import type { Figures, Group } from '../group.ts';
import { keyBytes, presses, pressFigures, pressOnly } from '../keyboard.ts';
import { BOTSCOPE, many, notInstalled, openList } from '../programs.ts';
import { WIDE } from '../session.ts';

const ROWS = 1000;
const KEYS = 20;
const WAITS = { quietMs: 50, answerMs: 600 };

/** The keys of a list with the preview beside it: within the window, then at its end. */
export const preview: Group = {
  name: 'preview',
  about: `${WIDE.cols} by ${WIDE.rows} with the preview: bytes a key, over those of the reference encoder`,
  programs: [BOTSCOPE, 'nnn'],
  without: notInstalled,
  run: async (name, kit): Promise<Figures> => {
    const session = await openList(name, kit, { rows: ROWS, size: WIDE });
    try {
      await pressOnly(session, ['down'], WAITS.quietMs);
      const window = await presses(session, many('down', KEYS), WAITS);
      session.send(keyBytes(session, 'down').repeat(WIDE.rows));
      await session.more(1000);
      await session.quiet(500);
      const scroll = await presses(session, many('down', KEYS), WAITS);
      return { ...pressFigures('window', window), ...pressFigures('scroll', scroll) };
    } finally {
      await session.close();
    }
  },
};
