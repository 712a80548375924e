import { durationMs } from '../../filter/condition.ts';
import { type CommandRow, type FlagRow, plainRow } from '../arguments/command-row.ts';
import { OUTPUTS } from '../shared/context.ts';
import { flagRows, NO_LIMIT } from './flags.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

function isWaitTime(text: string): boolean {
  const ms = durationMs(text) ?? 0;
  return ms > 0 && ms <= DAY_MS;
}

const { output, columns, noHeaders, color, quiet, limit, showSecrets } = flagRows;
const listFlags = [output, columns, noHeaders, color, quiet, limit];

const RECORD_OUTPUTS = ['table', 'json', 'yaml'];
const recordOutput: FlagRow = { ...output, help: RECORD_OUTPUTS.join(', '), choices: RECORD_OUTPUTS };

const apiOutput: FlagRow = { ...output, help: `json by default; ${OUTPUTS.join(', ')}` };
const paginate: FlagRow = { flag: '--paginate', help: 'load all pages and join them' };

const CHANGE_OUTPUTS = OUTPUTS.filter(format => format !== 'id' && format !== 'name');
const changeOutput: FlagRow = { ...output, help: CHANGE_OUTPUTS.join(', '), choices: CHANGE_OUTPUTS };
const since: FlagRow = {
  flag: '--since <version>',
  help: 'last (as last seen in the explorer), or a file of trash ls',
};

const waitCondition: FlagRow = {
  flag: '--for <condition>',
  help: 'a field and its value, health=ok or status=active, or delete',
};
/** Replaces the general flag of this name, the time limit of one request. */
const waitTimeout: FlagRow = {
  flag: '--timeout <time>',
  help: 'longest time to wait: 90s, 2m (default), 1h',
  problem: text => (isWaitTime(text) ? undefined : 'Must be a time up to a day, as 90s, 2m or 1h.'),
};

const requestRows: readonly CommandRow[] = [
  {
    ...plainRow,
    name: 'api',
    help: 'send a GET to any path of the API and print the response, secrets masked',
    words: '<path>',
    most: 1,
    flags: [apiOutput, paginate, showSecrets, noHeaders, color, quiet],
    examples: [
      'botscope api /v1/admin/bots --paginate -o ndjson',
      "botscope api '/v1/admin/bots?sortField=updatedAt'",
    ],
  },
  {
    ...plainRow,
    name: 'diff',
    help: 'compare two records, or a record with an earlier version; exits 1 if they differ',
    words: '<place> [place]',
    most: 2,
    flags: [changeOutput, since, noHeaders, color, quiet],
    examples: ['botscope diff bot/<id> bot/<id>', 'botscope diff bot/<id> --since last -o json'],
  },
  {
    ...plainRow,
    name: 'wait',
    help: 'wait until a record is as wanted; exits 1 if the time is over',
    words: '<place>',
    most: 1,
    flags: [waitCondition, waitTimeout, color, quiet],
    examples: ['botscope wait bot/<id> --for health=ok --timeout 2m', 'botscope wait bot/<id> --for delete'],
  },
  {
    ...plainRow,
    name: 'whoami',
    help: 'print profile, server and workspace of the login in use',
    flags: [recordOutput, color, quiet],
    examples: ['botscope whoami', 'botscope whoami --profile prod -o json'],
  },
];

const exportRow: CommandRow = {
  ...plainRow,
  name: 'export',
  help: 'write records into a file that serve --records replays, secrets masked',
  words: '[botId...]',
  most: NO_LIMIT,
  flags: [
    { flag: '--records <file>', help: 'file to write, YAML or .json; - prints it' },
    { flag: '--overwrite', help: 'replace an existing file' },
    ...[flagRows.filter, flagRows.dev, flagRows.withDev, limit, quiet],
  ],
  examples: ['botscope export --records incident.yaml --filter health:problem --ext'],
};

const historyRows: readonly CommandRow[] = [
  {
    ...plainRow,
    name: 'journal',
    help: 'print the journal of deletes',
    flags: listFlags,
    examples: ['botscope journal -o ndjson'],
  },
  {
    ...plainRow,
    name: 'trash',
    help: 'list and show the backups made before deletes',
    examples: [],
    below: [
      {
        ...plainRow,
        name: 'ls',
        help: 'list the backups made before deletes, newest first',
        flags: listFlags,
        examples: ['botscope trash ls'],
      },
      {
        ...plainRow,
        name: 'show',
        help: 'print one backup: JSON, secrets masked',
        words: '<file>',
        most: 1,
        examples: ['botscope trash show <file>'],
      },
    ],
  },
];

export const otherRows: readonly CommandRow[] = [...requestRows, exportRow, ...historyRows];
