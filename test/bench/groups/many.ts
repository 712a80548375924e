import type { Group } from '../group.ts';
import { hold, pressOnly } from '../keyboard.ts';
import { hasProc, peakMb } from '../process-figures.ts';
import { BOTSCOPE, openList, programOf, RAW, TO_THE_END, many as times } from '../programs.ts';
import { pressEvery } from './keys.ts';

const ROWS = 100_000;

export const many: Group = {
  name: 'many',
  about: `${ROWS} rows: the most memory after a held key, then from a key to the screen as it stays`,
  programs: [BOTSCOPE, RAW],
  without: () => (hasProc ? undefined : 'this system has no /proc'),
  run: async (name, kit) => {
    const { position } = programOf(name);
    const session = await openList(name, kit, { rows: ROWS });
    try {
      await pressOnly(session, times('down', TO_THE_END), 20);
      await hold(session, { key: 'down', hertz: 60, seconds: 1, quietMs: 200, position });
      const memory = { 'peak MB': peakMb(session.pid) };
      return name === BOTSCOPE ? { ...memory, ...(await pressEvery(session, 350)) } : memory;
    } finally {
      await session.close();
    }
  },
};
