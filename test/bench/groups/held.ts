import type { Group } from '../group.ts';
import { hold, pressOnly } from '../keyboard.ts';
import { BOTSCOPE, many, notInstalled, openList, programOf, RAW, TO_THE_END } from '../programs.ts';

const ROWS = 10_000;
const SECONDS = 2;

export const held: Group = {
  name: 'held',
  about: `an arrow key held for ${SECONDS} s at 30 and at 60 Hz, ${ROWS} rows, scrolling`,
  programs: [BOTSCOPE, RAW, 'fzf', 'nnn'],
  without: notInstalled,
  run: async (name, kit) => {
    const { position } = programOf(name);
    const session = await openList(name, kit, { rows: ROWS });
    try {
      await pressOnly(session, many('down', TO_THE_END), 20);
      const how = { key: 'down', seconds: SECONDS, quietMs: 1000, position };
      return {
        ...(await hold(session, { ...how, hertz: 30 })),
        ...(await hold(session, { ...how, hertz: 60 })),
      };
    } finally {
      await session.close();
    }
  },
};
