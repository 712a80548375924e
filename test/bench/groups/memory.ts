import type { Figures, Group } from '../group.ts';
import { hold, presses, pressFigures, pressOnly } from '../keyboard.ts';
import type { Kit } from '../kit.ts';
import { hasProc, peakMb } from '../process-figures.ts';
import { BOTSCOPE, openList, programOf, RAW } from '../programs.ts';
import { notInstalled } from './keys.ts';

const SIZES = [1000, 10_000, 100_000];
const KEYS = 20;

const many = (key: string, count: number): readonly string[] => Array.from({ length: count }, () => key);

/** All rows loaded, then keys: what was held at most, and how long a key took. */
async function stormed(name: string, kit: Kit, rows: number) {
  const { position } = programOf(name);
  const session = await openList(name, kit, { rows });
  try {
    await pressOnly(session, many('down', KEYS * 2), 20);
    const keys = pressFigures(
      'key',
      await presses(session, many('down', KEYS), { quietMs: 50, answerMs: 600 }),
    );
    await hold(session, { key: 'down', hertz: 60, seconds: 1, quietMs: 200, position });
    return { keyMs: keys['key ms'] ?? Number.NaN, peak: peakMb(session.pid) };
  } finally {
    await session.close();
  }
}

export const memory: Group = {
  name: 'memory',
  about: 'the most memory with all rows loaded and after many keys, and whether a key takes longer',
  programs: [BOTSCOPE, RAW],
  without: name => (hasProc ? notInstalled(name) : 'this system has no /proc'),
  run: async (name, kit): Promise<Figures> => {
    const figures: Record<string, number> = {};
    for (const rows of SIZES) {
      const { keyMs, peak } = await stormed(name, kit, rows);
      figures[`${rows} rows peak MB`] = peak;
      figures[`${rows} rows key ms`] = keyMs;
    }
    const [few = 0, most = 0] = [SIZES[0], SIZES.at(-1)];
    const ratio = (figures[`${most} rows key ms`] ?? 0) / (figures[`${few} rows key ms`] ?? 1);
    return { ...figures, 'key 100000 over 1000 rows': ratio };
  },
};
