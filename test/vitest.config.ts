import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, sep } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { pace } from './helpers/pace.ts';

// `npm run vitest` runs all tests. `--mode quick`, which `npm test` adds, leaves out the files that start
// programs, except the smoke journeys, and a share of the runs of long properties.

const STARTS_PROGRAMS =
  /'node:child_process'|helpers\/(explorer|program|restarting|terminal)\.ts'|\b(run|start)\b[^}]*\} from '[^']*\/run-cli\.ts'/;
/** One journey for each part of the program. */
const SMOKE =
  /journeys\/(delete|export|first-screen|keys|lists|mouse|palette|protection|raw-view|reveal|search|tabs)\.test/;
/** Share of the runs of a property in the quick mode. */
const QUICK_RUNS = 0.1;

const root = join(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const isQuick = (file: string): boolean => SMOKE.test(file) || !STARTS_PROGRAMS.test(textOf(file));

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.test\.tsx?$/.test(name))
  .map(name => `test/${name.replaceAll(sep, '/')}`);

/** Starts the files with long properties first: one of them at the end would keep a single processor busy. */
class LongFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): number =>
      Number(readFileSync(moduleId, 'utf8').includes('helpers/properties.ts'));
    return (await super.sort(specifications)).toSorted((a, b) => isLong(b) - isLong(a));
  }
}

/** A module mocked in one of these files would stay mocked in the files after it. */
const isolated = files.filter(file => textOf(file).includes('vi.mock('));

export default defineConfig(({ mode }) => {
  const {
    PROPERTY_RUNS = mode === 'quick' ? `${QUICK_RUNS}` : '1',
    PROPERTY_SEED = `${Date.now() % 2 ** 31}`,
  } = process.env;
  const wanted = mode === 'quick' ? files.filter(isQuick) : files;
  return {
    // React as in the program: its development build takes twice as long.
    oxc: { jsx: { development: false } },
    test: {
      testTimeout: 30_000 * pace,
      hookTimeout: 30_000 * pace,
      // Tests of programs spend half of their time waiting.
      maxWorkers: 2 * availableParallelism(),
      sequence: { sequencer: LongFirst },
      env: { NODE_ENV: 'production', PROPERTY_RUNS, PROPERTY_SEED },
      setupFiles: 'test/helpers/set-up.ts',
      projects: [
        { extends: true, test: { name: 'isolated', include: isolated } },
        {
          extends: true,
          test: {
            name: 'shared',
            include: wanted.filter(file => !isolated.includes(file)),
            isolate: false,
            globalSetup: 'test/helpers/print-seed.ts',
          },
        },
      ],
    },
  };
});
