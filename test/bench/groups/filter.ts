import type { Group } from '../group.ts';
import { presses, pressFigures, pressOnly } from '../keyboard.ts';
import { peakMb } from '../process-figures.ts';
import { BOTSCOPE, INK, openList } from '../programs.ts';
import { notInstalled } from './keys.ts';

const ROWS = 100_000;
const TEXT = 'row-0123';
const WAITS = { quietMs: 350, answerMs: 2000 };

/** A filter typed letter by letter. */
export const filter: Group = {
  name: 'filter',
  about: `${TEXT} typed as a filter of ${ROWS} rows, letter by letter`,
  programs: [BOTSCOPE, 'fzf --exact', INK],
  without: notInstalled,
  run: async (name, kit) => {
    const session = await openList(name, kit, { rows: ROWS, env: { FILTER: '1' } });
    try {
      if (name === BOTSCOPE) await pressOnly(session, ['/'], 200);
      const letters = await presses(session, [...TEXT], WAITS);
      const erased =
        name === INK ? [] : await presses(session, ['backspace', 'backspace', 'backspace'], WAITS);
      return {
        ...pressFigures('letter', letters),
        ...(erased.length === 0 ? {} : pressFigures('backspace', erased)),
        'peak MB': peakMb(session.pid),
      };
    } finally {
      await session.close();
    }
  },
};
