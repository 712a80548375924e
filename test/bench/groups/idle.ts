import type { Figures, Group } from '../group.ts';
import { bare, connection, type Kit, PROGRAM } from '../kit.ts';
import { hasProc, work } from '../process-figures.ts';
import { BOTSCOPE, INK, openList, RAW } from '../programs.ts';
import { openSession, type Session } from '../session.ts';
import { notInstalled } from './keys.ts';

const SECONDS = 3;
const SETTLE_MS = 700;

/** What a program does in some seconds in which nobody presses anything. */
async function watched(session: Session, name: string): Promise<Figures> {
  await session.quiet(SETTLE_MS, 3000);
  const before = work(session.pid);
  const bytes = session.bytes();
  await new Promise(resolve => setTimeout(resolve, SECONDS * 1000));
  const after = work(session.pid);
  return {
    [`${name} bytes/s`]: (session.bytes() - bytes) / SECONDS,
    [`${name} cpu ms/s`]: (after.cpuMs - before.cpuMs) / SECONDS,
    [`${name} wake-ups/s`]: (after.waits - before.waits) / SECONDS,
  };
}

/** A list whose second page never comes; plain Ink shows a spinner meanwhile. */
async function loading(name: string, kit: Kit): Promise<Session> {
  if (name === INK) return openList(name, kit, { rows: 1000, env: { SPIN: '1' }, rests: false });
  const env = connection(bare(await kit.server({ bots: 2000, page: 100, hang: 1 })));
  const session = await openSession({ argv: [process.execPath, PROGRAM], env });
  await session.until(text => text.includes('row-000010'));
  session.send('M');
  return session;
}

export const idle: Group = {
  name: 'idle',
  about: `bytes, processor and wake-ups a second at rest and while a page never comes, ${SECONDS} s each`,
  programs: [BOTSCOPE, RAW, INK, 'nnn'],
  without: name => (hasProc ? notInstalled(name) : 'this system has no /proc'),
  run: async (name, kit) => {
    const session = await openList(name, kit, { rows: 1000 });
    const rest = await watched(session, 'rest').finally(session.close);
    if (name !== BOTSCOPE && name !== INK) return rest;
    const waiting = await loading(name, kit);
    return { ...rest, ...(await watched(waiting, 'loading').finally(waiting.close)) };
  },
};
