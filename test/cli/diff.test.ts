import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { stateFolder } from '../../src/storage/paths.ts';
import { openSnapshots, snapshotFolderName } from '../../src/storage/record-folders.ts';
import { clean } from '../../src/text/sanitise.ts';
import { cells } from '../../src/text/width.ts';
import { commandsOn } from '../helpers/command-rows.ts';
import { not } from '../helpers/rows.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({});
const { commands, run, expectRows, state } = commandsOn(sandbox);

const DIFF = 'diff bot/$botId bot/$bot2';
const id = () => sandbox.ids.botId;
const second = () => sandbox.idsOf('bot', {})[1] ?? '';
const put = (members: object) => sandbox.put('bot', { id: id(), ...members });
const record = async () => JSON.parse((await run('bots get $botId -o json')).out);

async function backup(): Promise<string> {
  await run('bots delete $botId --confirm support-prod');
  return (await run('trash ls -o id')).out.trim();
}

test('diff: two records in words and as JSON, without ids and times; exits 1 if they differ', async () => {
  await expectRows(
    [
      DIFF,
      1,
      [
        /^CHANGE +FIELD +BEFORE +AFTER\nchanged +name +support-prod +support-staging\n/,
        /^removed +integrations\.slack +\{\d+ fields\} +-$/m,
      ],
      [
        /botscope: - support-prod \(bot\/\S+\)\nbotscope: \+ support-staging \(bot\/\S+\)\n/,
        'ignored, because they always differ: id, createdAt, updatedAt',
      ],
    ],
    ['diff bot/$botId bot/$botId', 0, '', /^botscope: no differences$/m],
    ['diff support-prod $botId', 0, '', /^botscope: no differences$/m],
    ['diff support-prod support-staging --quiet', 1, 'support-staging'],
  );
  const json = await run(`${DIFF} -o json --quiet`);
  const yaml = await run(`${DIFF} -o yaml`);

  const { complete, changes } = JSON.parse(json.out);
  expect([json.code, yaml.code, complete, json.err]).toEqual([1, 1, true, '']);
  const name = { change: 'changed', path: 'name', before: 'support-prod', after: 'support-staging' };
  expect(changes[0]).toEqual(name);
  expect(changes.map(({ path }: { path: string }) => path)).not.toContain('updatedAt');
  expect(parse(yaml.out)).toEqual({ complete: true, changes });
});

test.each([40, 60])('diff: %i columns show each value in full, below its field', async width => {
  const long = 'a sentence that is longer than any line of a narrow terminal';
  const states = { notes: { type: 'bot', schema: {}, long } };
  sandbox.put('bot', { id: second(), name: 'other', states });
  put({ name: long });
  const { out, err } = await run(`COLUMNS=${width} ${DIFF}`);
  const lines = out.split('\n');

  expect(lines.filter(line => cells(clean(line)) > width)).toEqual([]);
  expect(lines[0]).toBe('changed name');
  expect(out.replaceAll(/\n {4}/g, ' ')).toContain(`changed name\n  - ${long}\n  + other\n`);
  expect(out).toContain('added states.notes\n  + {3 fields}\n');
  expect(err).toContain(' changed ');
});

test('diff: secrets are masked; another value of a secret is no difference', async () => {
  const secret = 'a-new-signing-secret';
  put({ signingSecret: secret, configuration: { data: { key: secret } } });

  for (const format of ['table', 'json', 'csv', 'md', 'ndjson'])
    await expectRows([`${DIFF} -o ${format}`, 1, not(secret), not(secret)]);
  const { out: before } = await run(`${DIFF} -o json`);
  put({ signingSecret: `${secret}-2` });
  expect((await run(`${DIFF} -o json`)).out).toBe(before);
});

test('diff --since last: compares with what the explorer showed last, also times', async () => {
  const since = 'diff bot/$botId --since last';
  await expectRows([since, 3, '', 'No last version']);
  const env = { XDG_STATE_HOME: state() };
  const folder = join(stateFolder(env), snapshotFolderName(sandbox.url, sandbox.workspaceId));
  const snapshots = openSnapshots(folder, () => undefined);
  const at = Date.UTC(2026, 10, 20, 8, 30);
  snapshots.save({ place: `bot/${id()}`, at, text: JSON.stringify(await record()) });
  snapshots.flush();
  await expectRows([since, 0]);
  put({ name: 'renamed', updatedAt: '2026-11-22T09:00:00.000Z' });

  const { code, out, err } = await run(`${since} -o json`);

  expect(code).toBe(1);
  expect(err).toContain(`support-prod (bot/${id()}, as of 2026-11-20 08:30Z)`);
  expect(JSON.parse(out).changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'name', before: 'support-prod', after: 'renamed' }),
      expect.objectContaining({ path: 'updatedAt' }),
    ]),
  );
});

test('diff --since <backup>: compares with a backup of trash ls, and reads no other file', async () => {
  const before = await record();
  const file = await backup();
  sandbox.put('bot', { ...before, status: 'deploying' });

  await expectRows(
    [`diff bot/$botId --since ${file} -o ndjson`, 1, '"path":"status","before":"active","after":"deploying"'],
    ['diff bot/$botId --since ../../etc/passwd', 2],
    [`diff integration/$integrationId --since ${file}`, 2, '', 'is the backup of another kind of record'],
  );
});

test('diff --since <backup>: names the record of the backup, and refuses that of another server or workspace', async () => {
  const [first, other] = [id(), second()];
  const file = await backup();
  await using elsewhere = await startSandbox({});
  const line = `diff bot/${other} --since ${file}`;

  await expectRows(
    [
      line,
      1,
      undefined,
      [
        new RegExp(`^botscope: - support-prod \\(bot/${first}, as of .*\\)$`, 'm'),
        `botscope: + support-staging (bot/${other})`,
      ],
    ],
    [`${line} --workspace-id $otherWorkspaceId`, 2],
  );
  const refused = await run(line, { at: elsewhere });
  expect([refused.code, refused.out]).toEqual([2, '']);
  expect(refused.err).toContain(`is a backup of another server or workspace: ${sandbox.url} `);
});

commands('diff: a record that cannot be read has the exit code of its failure', [
  ['diff bot/$botId bot/nope', 3],
  'GET /v1/admin/bots/$botId 403',
  [DIFF, 5],
]);

const WHICH = 'Compare which two versions?';
commands('diff: a usage error sends nothing', [
  ['diff', 2, '', WHICH],
  ['diff bot/a', 2, '', WHICH],
  ['diff bot/a bot/b --since last', 2, '', WHICH],
  ['diff bot/a bots', 2, '', '"bots" is not the place of one record. For example'],
  ['diff bot/a integration/b', 2, '', 'Only records of one kind'],
  { all: 0 },
]);
