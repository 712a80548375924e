import type { Figures, Group } from '../group.ts';
import { press } from '../keyboard.ts';
import { bare, connection, type Kit, PROGRAM } from '../kit.ts';
import { hasProc, wakeUps } from '../process-figures.ts';
import { BOTSCOPE, openList } from '../programs.ts';
import { openSession, type Session } from '../session.ts';

const SECONDS = 3;
const SETTLE_MS = 700;
/** Time in which Node closes idle connections: until then it wakes up for them. */
const CONNECTIONS_MS = 8000;

/** Measures a program for some seconds without a key. */
async function watched(session: Session, name: string): Promise<Figures> {
  await session.quiet(SETTLE_MS, 3000);
  const before = wakeUps(session.pid);
  const bytes = session.bytes();
  await new Promise(resolve => setTimeout(resolve, SECONDS * 1000));
  const after = wakeUps(session.pid);
  return {
    [`${name} bytes/s`]: (session.bytes() - bytes) / SECONDS,
    [`${name} wake-ups/s`]: (after - before) / SECONDS,
  };
}

/** Measures a list whose second page never comes. */
async function loading(kit: Kit): Promise<Figures> {
  const env = connection(bare(await kit.server({ bots: 2000, page: 100, hang: 1 })));
  const session = await openSession({ argv: [process.execPath, PROGRAM], env });
  try {
    await session.until(text => text.includes('row-000010'));
    session.send('M');
    return await watched(session, 'loading');
  } finally {
    await session.close();
  }
}

export const idle: Group = {
  name: 'idle',
  about: `bytes, processor and wake-ups a second at rest and while a page never comes, ${SECONDS} s each; a reload`,
  programs: [BOTSCOPE],
  without: () => (hasProc ? undefined : 'this system has no /proc'),
  run: async (name, kit) => {
    const session = await openList(name, kit, { rows: 1000 });
    try {
      const { bytes } = await press(session, 'r', { quietMs: 1000, answerMs: 2000 });
      await session.quiet(CONNECTIONS_MS, 3 * CONNECTIONS_MS);
      const rest = await watched(session, 'rest');
      return { ...rest, 'reload bytes': bytes, ...(await loading(kit)) };
    } finally {
      await session.close();
    }
  },
};
