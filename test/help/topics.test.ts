import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allRows } from '../../src/cli/arguments/arguments.ts';
import { commands } from '../../src/explorer/commands/registry.ts';
import { keyLabel } from '../../src/explorer/state/key-names.ts';
import { renderMarkdown } from '../../src/help/render.ts';
import { topicNames } from '../../src/help/topics.ts';
import { listedKeys } from '../helpers/generated-tables.ts';
import { openOn } from '../helpers/journey.ts';
import { commandLine, run } from '../helpers/run-cli.ts';

const folder = join(import.meta.dirname, '../../src/help');
const textOf = (topic: string): string => readFileSync(join(folder, `${topic}.md`), 'utf8');

test('topics: each has a file, each file is a topic, and none is the name of a command', () => {
  const files = readdirSync(folder).filter(name => name.endsWith('.md'));
  const commands = allRows(commandLine).flatMap(({ name, aliases }) => [name, ...aliases]);

  expect(files).toEqual(topicNames.map(name => `${name}.md`).toSorted());
  expect(commands.filter(name => topicNames.some(topic => topic === name))).toEqual([]);
});

test.each(topicNames)('topic %s: no prose or table is wider than the page at 80 and 120 columns', topic => {
  for (const width of [80, 120]) {
    const lines = renderMarkdown(textOf(topic), { width, hasColours: false }).split('\n');
    expect(lines.filter(line => !line.startsWith('    ') && line.length > width)).toEqual([]);
  }
});

test('topic keys: 200 lines at 80 columns hold every command that has a key, with its keys', () => {
  const lines = renderMarkdown(textOf('keys'), { width: 80, hasColours: false }).split('\n');
  const missing = commands.filter(({ id, keys, isFormer }) => {
    const shown = listedKeys(keys).map(key => (/\d/.test(key) ? '`1`' : `\`${keyLabel(key)}\``));
    const isOn = (line: string): boolean =>
      line.includes(`\`${id}\``) && shown.every(key => line.includes(key));
    return keys.length > 0 && isFormer !== true && !lines.some(isOn);
  });

  expect(missing).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(200);
});

test.each(topicNames)(
  'botscope help %s: prints the topic without colours into a pipe',
  { tags: 'program' },
  async topic => {
    const { code, out, err } = await run(undefined, ['help', topic]);

    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(renderMarkdown(textOf(topic), { width: 80, hasColours: false }));
  },
);

test('botscope help: a terminal gets its own width, and colours', { tags: 'program' }, async () => {
  const { terminal } = await openOn(undefined, { flags: ['help', 'deleting'], columns: 60, rows: 200 });

  await terminal.exit;

  const coloured = renderMarkdown(textOf('deleting'), { width: 60, hasColours: true });
  expect(terminal.bytes().replaceAll('\r\n', '\n')).toContain(coloured);
});
