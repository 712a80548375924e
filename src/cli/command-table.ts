import { bot } from '../resources/bot.ts';
import { root } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { api, responseShape } from './api.ts';
import { plainRow, type ShortRow } from './arguments/parse.ts';
import { changeShape, diff } from './diff.ts';
import { exportRecords } from './export-records.ts';
import { causeShape } from './findings/shapes.ts';
import { workspaceChange } from './findings/whole-output.ts';
import { filterFlag, flagRows, ignoreFlag, outputFlag, printFlags, variantFlags } from './flags.ts';
import { causes, changes } from './health.ts';
import { backupShape, entryShape, journal, trashList, trashShow } from './history.ts';
import { nounOf, OUTPUTS } from './shared/context.ts';
import { type Command, connected, type Task, verbsOf } from './verbs.ts';
import { waitFor } from './wait.ts';
import { watch, watchedShape } from './watch.ts';
import { identityShape, whoami } from './whoami.ts';

const { output, noHeaders, color, quiet, limit, showSecrets } = flagRows;

/** Printed line by line. */
const WATCH_OUTPUTS = ['text', 'ndjson', 'csv'];
const CHANGE_OUTPUTS = OUTPUTS.filter(format => format !== 'id' && format !== 'name');

const RECORD_HELP = ['record', 'id or name of a bot, or the place of any record: integration/<id>'] as const;

const otherRows: readonly (Omit<ShortRow, 'below'> & Partial<Pick<Command, 'task' | 'below'>>)[] = [
  {
    name: 'api',
    task: { shape: responseShape, run: api },
    help: 'send a GET to any path of the API and print the response, secrets masked',
    words: '<path>',
    most: 1,
    flags: [
      { ...output, help: `json by default; ${output.help}` },
      { flag: '--paginate', help: 'load all pages and join them' },
      ...[showSecrets, noHeaders, color, quiet],
    ],
    examples: [
      'botscope api /v1/admin/bots --paginate -o ndjson',
      "botscope api '/v1/admin/bots?sortField=updatedAt'",
    ],
  },
  {
    name: 'diff',
    task: { shape: changeShape, run: connected(bot, diff) },
    help: 'compare two records, or a record with an earlier version; exits 1 if they differ',
    words: '<record> [record]',
    wordHelp: [RECORD_HELP],
    most: 2,
    flags: [outputFlag(CHANGE_OUTPUTS, []), ...[flagRows.version, noHeaders, color, quiet]],
    examples: ['botscope diff <botId> <botId>', 'botscope diff bot/<id> --since last -o json'],
  },
  {
    name: 'wait',
    task: { shape: responseShape, run: connected(bot, waitFor) },
    help: 'wait until a record is as wanted; exits 1 if the time is over',
    words: '<record>',
    wordHelp: [RECORD_HELP],
    most: 1,
    flags: [flagRows.condition, flagRows.waitTimeout, output, color, quiet],
    examples: ['botscope wait <botId> --for health=ok --timeout 2m', 'botscope wait bot/<id> --for delete'],
  },
  {
    name: 'watch',
    task: { shape: watchedShape, run: connected(bot, watch) },
    help: 'check all bots again and again; print each change of their health',
    flags: [
      outputFlag(WATCH_OUTPUTS, []),
      ...[flagRows.every, filterFlag(bot), ...variantFlags(bot), flagRows.baseline],
      ...[ignoreFlag(bot), noHeaders, quiet],
    ],
    examples: ['botscope watch', 'botscope watch --every 5m -o ndjson'],
  },
  {
    name: 'whoami',
    task: { shape: identityShape, run: connected(root, whoami) },
    help: 'print profile, server and workspace of the login in use',
    flags: [outputFlag(['table', 'json', 'yaml', 'text'], []), color, quiet],
    examples: ['botscope whoami', 'botscope whoami --profile prod -o json'],
  },
  {
    name: 'export',
    task: { shape: bot, run: connected(bot, exportRecords) },
    help: 'write records into a file that serve --records replays, secrets masked',
    words: '[botId...]',
    most: Infinity,
    flags: [
      { flag: '--records <file>', help: 'file to write, YAML or .json; - prints it' },
      { flag: '--overwrite', help: 'replace an existing file' },
      ...[flagRows.filter, flagRows.dev, flagRows.withDev, limit, quiet],
    ],
    examples: ['botscope export --records incident.yaml --filter health:problem --ext'],
  },
  {
    name: 'causes',
    task: { shape: causeShape, run: connected(bot, causes) },
    help: 'list the causes of problems and warnings, the worst first; loads each bot',
    flags: [
      ...printFlags(causeShape),
      ...[ignoreFlag(bot), flagRows.baseline],
      ...[flagRows.issues, flagRows.issuesSince, filterFlag(bot), ...variantFlags(bot)],
    ],
    examples: ['botscope causes', 'botscope causes --filter name:support -o json'],
  },
  {
    name: 'changes',
    task: { shape: workspaceChange, run: connected(bot, changes) },
    help: 'list changes of the bots, newest first, by earlier checks on this machine; loads each bot',
    flags: [...printFlags(workspaceChange), filterFlag(bot), ...variantFlags(bot)],
    examples: ['botscope changes', 'botscope changes -o ndjson'],
  },
  {
    name: 'journal',
    task: { shape: entryShape, run: journal },
    help: 'print the journal of deletes',
    flags: [...printFlags(entryShape), limit],
    examples: ['botscope journal -o ndjson'],
  },
  {
    name: 'trash',
    help: 'list and show the backups made before deletes',
    examples: [],
    below: [
      {
        ...plainRow,
        name: 'ls',
        aliases: ['list'],
        task: { shape: backupShape, run: trashList },
        help: 'list the backups made before deletes, newest first',
        flags: [...printFlags(backupShape), limit],
        examples: ['botscope trash ls'],
      },
      {
        ...plainRow,
        name: 'show',
        task: { shape: backupShape, run: trashShow },
        help: 'print one backup: JSON, secrets masked',
        words: '<file>',
        most: 1,
        examples: ['botscope trash show <file>'],
      },
    ],
  },
];

export function commandRows(resources: readonly Resource[]): readonly Command[] {
  const nouns = resources.flatMap((resource): readonly Command[] => {
    const below = verbsOf(resource);
    const name = nounOf(resource);
    const aliases = [...new Set([resource.kind, ...resource.aliases])].filter(word => word !== name);
    const help = below.map(verb => verb.name).join(', ');
    return below.length === 0 ? [] : [{ ...plainRow, name, aliases, help, examples: [], below }];
  });
  return [...nouns, ...otherRows.map(row => ({ ...plainRow, ...row }))];
}

export function taskOf([first, second]: readonly string[], resources: readonly Resource[]): Task | undefined {
  const command = commandRows(resources).find(({ name }) => name === first);
  return second === undefined ? command?.task : command?.below.find(({ name }) => name === second)?.task;
}
