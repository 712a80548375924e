import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures, Group } from '../group.ts';
import { keyBytes, presses } from '../keyboard.ts';
import { bare, connection, type Kit, PROGRAM, type ServerOptions } from '../kit.ts';
import { BOTSCOPE } from '../programs.ts';
import { openSession } from '../session.ts';

const WAITS = { quietMs: 300, answerMs: 3000 };
const HEARD_MS = 1000;
/** Overview, integrations and raw text, each scrolled. */
const KEYS = ['pagedown', 'G', 'g', '2', 'pagedown', 'G', 'g', '6', 'pagedown', 'G', 'w', 'pagedown', 'g'];

/**
 * Opens a large bot, presses the keys of a text, closes it, opens it again and ends the program by a signal.
 */
async function opened(holds: NonNullable<ServerOptions['holds']>, kit: Kit): Promise<Figures> {
  const env = connection(bare(await kit.server({ bots: 20, page: 20, holds })));
  const session = await openSession({ argv: [process.execPath, PROGRAM], env });
  const untilSeen = async (key: string, text: string): Promise<number> => {
    const before = session.send(keyBytes(session, key)) - session.startedAt;
    const ms = (await session.until(screen => screen.includes(text))) - before;
    await session.quiet(WAITS.quietMs);
    return ms;
  };
  try {
    await session.until(screen => screen.includes('row-000010'));
    await session.quiet(WAITS.quietMs);
    const openMs = await untilSeen('enter', '2 Integrations');
    const read = await presses(session, KEYS, WAITS);
    const leaveMs = await untilSeen('escape', 'row-000010');
    await untilSeen('enter', '2 Integrations');
    session.send('6G');
    process.kill(session.pid, 'SIGTERM');
    const code = await Promise.race([session.exit, sleep(HEARD_MS)]);
    return {
      [`${holds} ms`]: openMs + leaveMs,
      [`${holds} key ms`]: Math.max(...read.map(({ ms = 0 }) => ms)),
      'SIGTERM unheard': code === 143 ? 0 : 1,
    };
  } finally {
    await session.close();
  }
}

export const large: Group = {
  name: 'large',
  about:
    'a bot with 10,000 integrations, and one with a text of 4 MB of one character: opened, read, left, ended',
  programs: [BOTSCOPE],
  run: async (_name, kit) => {
    const first = await opened('integrations', kit);
    const second = await opened('text', kit);
    const unheard = 'SIGTERM unheard';
    return { ...first, ...second, [unheard]: (first[unheard] ?? 0) + (second[unheard] ?? 0) };
  },
};
