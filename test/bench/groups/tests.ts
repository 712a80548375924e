import packageJson from '../../../package.json' with { type: 'json' };
import type { Figures, Group } from '../group.ts';
import { BOTSCOPE } from '../programs.ts';
import { demand } from '../run-command.ts';

const seconds = async (script: string): Promise<number> =>
  (await demand({ argv: ['npm', 'run', script] })).ms / 1000;

export const tests: Group = {
  name: 'tests',
  about: 'npm test and the whole suite, from a clone that is built',
  programs: [BOTSCOPE],
  rounds: 1,
  isOnRequest: true,
  run: async (): Promise<Figures> => ({
    'npm test s': await seconds('test'),
    ...('test:full' in packageJson.scripts ? { 'whole suite s': await seconds('test:full') } : {}),
  }),
};
