import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { yamlModule } from '../src/build/plugins.ts';
import { pace } from './helpers/pace.ts';

// `npm run vitest` runs all tests. `npm test` leaves out the tests that start programs, except the smoke
// journeys, and with `--mode quick` a share of the runs of long properties.

const textModule = (id: string): string => `export default ${JSON.stringify(readFileSync(id, 'utf8'))}`;

const QUICK_RUNS = 0.1;

const FILES = 'test/**/*.test.{ts,tsx}';

/**
 * Isolated files run first, because a worker that is shared ends before the next one of them. Then files that
 * start programs, which wait, alternate with those that compute, of which long properties come first: so the
 * processors stay busy, and no long file is the last.
 */
class Mixed extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const rankOf = ({ moduleId, project }: TestSpecification): number => {
      const text = readFileSync(moduleId, 'utf8');
      // Those of the benchmark wait longest.
      if (project.config.isolate || moduleId.includes('/bench/')) return 0;
      if (/^\/\/ @module-tag program|tags: 'program'/.test(text)) return 1;
      return text.includes('helpers/properties.ts') ? 2 : 3;
    };
    const ofRank = (...ranks: readonly number[]) =>
      ranks.flatMap(rank => sorted.filter(each => rankOf(each) === rank));
    const [isolated, waiting, computing] = [ofRank(0), ofRank(1), ofRank(2, 3)];
    const shared = sorted.flatMap((_, at) => [...waiting.slice(at, at + 1), ...computing.slice(at, at + 1)]);
    return [...isolated, ...shared];
  }
}

/**
 * A module mocked in one of these files would stay mocked in the files after it; one that counts timers would
 * count those that the files before it left.
 */
const isolated = globSync(FILES).filter(file => /vi\.mock\(|\btimers: \d/.test(readFileSync(file, 'utf8')));

export default defineConfig(({ mode }) => {
  const {
    PROPERTY_RUNS = mode === 'quick' ? `${QUICK_RUNS}` : '1',
    PROPERTY_SEED = `${Date.now() % 2 ** 31}`,
  } = process.env;
  return {
    // React as in the program: its development build takes twice as long.
    oxc: { jsx: { development: false } },
    // As in the bundle: see `src/build/build.ts`.
    plugins: [
      { name: 'yaml', load: (id: string) => (id.endsWith('.yaml') ? yamlModule(id) : undefined) },
      { name: 'text', load: (id: string) => (id.endsWith('.md') ? textModule(id) : undefined) },
    ],
    test: {
      testTimeout: 120_000 * pace,
      hookTimeout: 60_000 * pace,
      // Tests of programs spend half of their time waiting.
      maxWorkers: 2 * availableParallelism(),
      sequence: { sequencer: Mixed },
      env: { NODE_ENV: 'production', PROPERTY_RUNS, PROPERTY_SEED },
      setupFiles: 'test/helpers/set-up.ts',
      tags: [
        { name: 'program', description: 'Starts a program: `npm test` leaves it out.' },
        {
          name: 'smoke',
          description: 'Starts the program, but is in `npm test`, too: one journey for each part.',
        },
      ],
      projects: [
        { extends: true, test: { name: 'isolated', include: isolated } },
        {
          extends: true,
          test: {
            name: 'shared',
            include: [FILES],
            exclude: isolated,
            isolate: false,
            globalSetup: 'test/helpers/print-seed.ts',
          },
        },
      ],
    },
  };
});
