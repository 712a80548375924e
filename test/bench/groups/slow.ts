import type { Group } from '../group.ts';
import { hold, keyBytes, presses, pressFigures } from '../keyboard.ts';
import { BOTSCOPE, INK, openList, programOf, RAW } from '../programs.ts';
import { notInstalled } from './keys.ts';

const ROWS = 1000;
const LINK = { rttMs: 100, kbit: 64 };
const SECONDS = 2;
const KEYS = 6;
const TO_THE_END = 34;
const WAITS = { quietMs: 150, answerMs: 4000 };

const many = (key: string, count: number): readonly string[] => Array.from({ length: count }, () => key);

/** The same keys as through SSH on a thin line. Plain Ink is not held: its line would be full for half a minute. */
export const slow: Group = {
  name: 'slow',
  about: `over ${LINK.kbit} kbit/s with a round trip of ${LINK.rttMs} ms (a model): first screen, keys, ${SECONDS} s held`,
  programs: [BOTSCOPE, RAW, INK, 'nnn'],
  without: notInstalled,
  run: async (name, kit) => {
    const { position, keys: { down = 'down', pagedown = 'pagedown' } = {} } = programOf(name);
    const session = await openList(name, kit, { rows: ROWS, link: LINK, isWhole: false });
    try {
      await session.quiet(400);
      const firstMs = session.lastAt() - session.startedAt;
      const firstBytes = session.bytes();
      const window = await presses(session, many(down, KEYS), WAITS);
      session.send(keyBytes(session, down).repeat(TO_THE_END));
      await session.more(1000);
      await session.quiet(500);
      const scroll = await presses(session, many(down, KEYS), WAITS);
      const pages = await presses(session, many(pagedown, 2), WAITS);
      const how = { key: down, seconds: SECONDS, quietMs: 400, position };
      return {
        'first screen ms': firstMs,
        'first screen bytes': firstBytes,
        ...pressFigures('window', window),
        ...pressFigures('scroll', scroll),
        ...pressFigures('page', pages),
        ...(name === INK ? {} : await hold(session, { ...how, hertz: 30 })),
        ...(name === INK ? {} : await hold(session, { ...how, hertz: 60 })),
      };
    } finally {
      await session.close();
    }
  },
};
