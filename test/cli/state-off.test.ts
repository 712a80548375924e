// @module-tag program
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../helpers/folder.ts';
import { run } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

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
    const sandbox = await startSandbox({ bots: 3 });
    onTestFinished(sandbox.close);
    const [settings, state] = [newFolder('settings'), newFolder('state')];
    mkdirSync(join(settings, 'botscope'));
    writeFileSync(join(settings, 'botscope/settings.yaml'), `${key}\n`);
    const folders = { XDG_CONFIG_HOME: settings, XDG_STATE_HOME: state };

    const { code } = await run(sandbox, ['health', ...flags], { env: { ...folders, ...env } });

    expect(code).toBe(1);
    const folder = join(state, 'botscope');
    const names = existsSync(folder) ? readdirSync(folder).map(name => name.slice(0, 5)) : [];
    expect(names).toEqual(isStored ? ['diges', 'seen-'] : []);
  },
);
