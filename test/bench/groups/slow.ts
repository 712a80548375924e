import type { Group } from '../group.ts';
import { hold, keyBytes, presses, pressFigures } from '../keyboard.ts';
import { BOTSCOPE, many, notInstalled, openList, programOf, RAW, TO_THE_END } from '../programs.ts';

const ROWS = 1000;
const LINK = { rttMs: 100, kbit: 64 };
const SECONDS = 2;
const KEYS = 6;
const WAITS = { quietMs: 150, answerMs: 4000 };

/** The same keys on a slow line, as through SSH. */
export const slow: Group = {
  name: 'slow',
  about: `over ${LINK.kbit} kbit/s with a round trip of ${LINK.rttMs} ms (simulated): keys, ${SECONDS} s held at 30 Hz`,
  programs: [BOTSCOPE, RAW, 'nnn'],
  without: notInstalled,
  run: async (name, kit) => {
    const { position } = programOf(name);
    const session = await openList(name, kit, { rows: ROWS, link: LINK, isWhole: false });
    try {
      const window = await presses(session, many('down', KEYS), WAITS);
      session.send(keyBytes(session, 'down').repeat(TO_THE_END));
      await session.more(1000);
      await session.quiet(500);
      const scroll = await presses(session, many('down', KEYS), WAITS);
      return {
        ...pressFigures('window', window),
        ...pressFigures('scroll', scroll),
        ...(await hold(session, { key: 'down', hertz: 30, seconds: SECONDS, quietMs: 400, position })),
      };
    } finally {
      await session.close();
    }
  },
};
