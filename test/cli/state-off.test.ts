// @module-tag program
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../helpers/folder.ts';
import { settingsEnv } from '../helpers/home.ts';
import { run } from '../helpers/run-cli.ts';
import { sandboxPerFile } from '../helpers/sandbox.ts';

const sandbox = sandboxPerFile({ bots: 3 });

type StateSetting = {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly key?: string;
};

test.each<readonly [StateSetting, boolean]>([
  [{}, true],
  [{ flags: ['--state', 'off'] }, false],
  [{ env: { BOTSCOPE_STATE: 'offf' } }, false],
  [{ key: 'state: off' }, false],
  [{ key: 'state: off', flags: ['--state', 'on'] }, true],
])(
  'state: with %j a command stores what it has seen and checked: %j',
  async ({ flags = [], env = {}, key = '' }, isStored) => {
    const state = newFolder('state');
    const all = { ...settingsEnv(`${key}\n`), XDG_STATE_HOME: state, ...env };

    const { code } = await run(sandbox, ['health', ...flags], { env: all });

    expect(code).toBe(1);
    const folder = join(state, 'botscope');
    const names = existsSync(folder) ? readdirSync(folder).map(name => name.slice(0, 5)) : [];
    expect(names).toEqual(isStored ? ['diges', 'seen-'] : []);
  },
);
