import { execFileSync } from 'node:child_process';
import { OFFICIAL } from '../goals.ts';
import type { Figures, Group } from '../group.ts';
import { BOTSCOPE } from '../programs.ts';

/** Of version 0.8.59, with all that it needs, as it was downloaded and unpacked; it is not installed anew each time. */
const OFFICIAL_FIGURES: Figures = { tarballs: 285, 'download MB': 33.4, 'unpacked MB': 161.5, files: 7194 };

type Packed = { readonly size: number; readonly unpackedSize: number; readonly entryCount: number };

/** What is downloaded and unpacked to have the program. */
export const install: Group = {
  name: 'install',
  about: 'what an installation downloads and unpacks, everything it needs included',
  programs: [BOTSCOPE, OFFICIAL],
  run: async name => {
    if (name === OFFICIAL) return OFFICIAL_FIGURES;
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    const [packed] = Object.values(JSON.parse(output) as Readonly<Record<string, Packed>>);
    if (packed === undefined) throw new Error('nothing was packed');
    return {
      tarballs: 1,
      'download MB': packed.size / 1e6,
      'unpacked MB': packed.unpackedSize / 1e6,
      files: packed.entryCount,
    };
  },
};
