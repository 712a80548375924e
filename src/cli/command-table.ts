import { BASELINE, FAIL_ON, IGNORE } from '../config/finding-options.ts';
import { AN_AGE_OR_DATE, timeOf } from '../filter/condition.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { problemKindOf, root } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import type { CommandRow, FlagRow } from './arguments/command-row.ts';
import { REPORT_FORMATS, reportFiles } from './findings/report-formats.ts';
import { type FlagName, idWords, nounOf, OUTPUTS, type Verb, verbsOf } from './shared/verbs.ts';

/** Formats of reports that are no formats of records. */
const REPORTS = REPORT_FORMATS.filter(format => !OUTPUTS.some(output => output === format));

/** Values of `--color`. */
const COLORS = ['auto', 'always', 'never'];

const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/** The flags of all commands, by name. */
export const flagRows: { readonly [N in FlagName]: FlagRow } = {
  output: { flag: '-o, --output <format>', help: OUTPUTS.join(', '), choices: OUTPUTS },
  columns: { flag: '--columns <names>', help: 'fields to print: name,tags.env,integrations.*.status' },
  noHeaders: { flag: '--no-headers', help: 'no titles above a table or CSV' },
  sortBy: { flag: '--sort-by <field>', help: 'order by a field, as updatedAt; -updatedAt reverses it' },
  color: { flag: '--color <when>', help: COLORS.join(', '), choices: COLORS },
  healthOutput: {
    flag: '-o, --output <format>',
    help: [...OUTPUTS, ...REPORTS].join(', '),
    choices: [...OUTPUTS, ...REPORTS],
  },
  failOn: FAIL_ON,
  ignore: { ...IGNORE, isRepeated: true },
  baseline: BASELINE,
  updateBaseline: { flag: '--update-baseline', help: 'write the findings of this run into the baseline' },
  issues: { flag: '--issues', help: 'open issues too (undocumented API call; --strict refuses it)' },
  issuesSince: {
    flag: '--since <age>',
    help: 'only issues seen since: 1d, 12h, 2026-01-31',
    problem: text => (timeOf(text, 0) === undefined ? `Must be ${AN_AGE_OR_DATE}.` : undefined),
  },
  report: {
    flag: '--report <format=file>',
    help: `also write a report: ${REPORT_FORMATS.join(', ')}; may be repeated`,
    isRepeated: true,
    problem: text =>
      reportFiles(text) === undefined
        ? `Must be a format and a file, as junit=out.xml. Formats: ${REPORT_FORMATS.join(', ')}.`
        : undefined,
  },
  quiet: { flag: '--quiet', help: 'no progress and no remarks; errors stay' },
  filter: {
    flag: '--filter <text>',
    help: 'filter of the explorer: words, name:x, dev:true, updated>90d, !',
  },
  dev: { flag: '--dev', help: 'only development bots (dev=true, undocumented; --strict refuses it)' },
  withDev: { flag: '--with-dev', help: 'development bots too, after the others' },
  limit: {
    flag: '--limit <number>',
    help: 'print at most this many',
    problem: text => (isCount(text) ? undefined : 'Must be a whole number from 1.'),
  },
  showSecrets: { flag: '--show-secrets', help: 'do not mask secrets' },
  stdin: { flag: '--stdin', help: 'read ids or places from standard input, one per line' },
  confirm: {
    flag: '--confirm <words>',
    help: 'one record: its name or the end of its id; several: their number',
  },
  unlock: { flag: '--unlock <profile>', help: 'allow this in the protected profile of this name' },
  dryRun: { flag: '--dry-run', help: 'simulate: print the requests, send only reads' },
  ignoreMissing: { flag: '--ignore-missing', help: 'a record that does not exist is not a failure' },
};

const NO_LIMIT = Number.POSITIVE_INFINITY;

const own = (resource: Resource): string => `<${ownIdName(resource)}...>`;

function wordsOf(verb: Verb, resource: Resource): string {
  const parents = idWords(resource.ids.slice(0, -1));
  if (verb.takes === 'parents') return parents;
  // `get` without an id of the root kind reads the workspace of the settings.
  const isUsual = resource.kind === root.kind && verb.name === 'get';
  return `${parents} ${isUsual ? `[${ownIdName(resource)}...]` : own(resource)}`.trim();
}

/**
 * Returns the flags of a verb. Verbs that load a list get those of the kind's second list too, verbs that
 * diagnose those of the issues of the kind.
 */
function flagNames({ flags, takes }: Verb, resource: Resource): readonly FlagName[] {
  const hasVariant = resource.variant !== undefined && takes === 'parents';
  const hasIssues = flags.includes('failOn') && problemKindOf(resource) !== undefined;
  return [
    ...flags,
    ...(hasIssues ? (['issues', 'issuesSince'] as const) : []),
    ...(hasVariant ? (['dev', 'withDev'] as const) : []),
  ];
}

/** Returns a flag of a verb. Flags with fields of records complete to them. */
function flagOf(name: FlagName, { name: verb }: Verb, { fields }: Resource): FlagRow {
  const isField = name === 'sortBy' || (name === 'columns' && (verb === 'ls' || verb === 'get'));
  return isField ? { ...flagRows[name], choices: Object.keys(fields), isList: true } : flagRows[name];
}

function verbRow(verb: Verb, resource: Resource): CommandRow {
  const example = `botscope ${nounOf(resource)} ${verb.name} ${wordsOf(verb, resource)}`
    .replaceAll('...', '')
    .trim();
  return {
    name: verb.name,
    aliases: verb.aliases,
    help: verb.help(resource),
    words: wordsOf(verb, resource),
    most: verb.takes === 'parents' ? resource.ids.length - 1 : NO_LIMIT,
    flags: flagNames(verb, resource).map(name => flagOf(name, verb, resource)),
    examples: verb.examples(resource, example),
    below: [],
  };
}

function nounRow(resource: Resource): CommandRow {
  const below = verbsOf(resource).map(verb => verbRow(verb, resource));
  const noun = nounOf(resource);
  return {
    name: noun,
    aliases: [...new Set([resource.kind, ...resource.aliases])].filter(word => word !== noun),
    help: below.map(({ name }) => name).join(', '),
    words: '',
    most: 0,
    flags: [],
    examples: [],
    below,
  };
}

const leaf = { aliases: [], words: '', most: 0, below: [] };
const { output, columns, noHeaders, color, quiet, limit, showSecrets } = flagRows;
const listFlags = [output, columns, noHeaders, color, quiet, limit];

/** Formats of commands that print one record without an id. */
const RECORD_OUTPUTS = ['table', 'json', 'yaml'];
const recordOutput: FlagRow = { ...output, help: RECORD_OUTPUTS.join(', '), choices: RECORD_OUTPUTS };

const apiOutput: FlagRow = { ...output, help: `json by default; ${OUTPUTS.join(', ')}` };
const paginate: FlagRow = { flag: '--paginate', help: 'load all pages and join them' };

/** Commands that are words of their own, as in other tools. */
const wordRows: readonly CommandRow[] = [
  {
    ...leaf,
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
    ...leaf,
    name: 'whoami',
    help: 'print profile, server and workspace of the login in use',
    flags: [recordOutput, color, quiet],
    examples: ['botscope whoami', 'botscope whoami --profile prod -o json'],
  },
];

/** Command that writes a file for the sandbox. */
const exportRow: CommandRow = {
  ...leaf,
  name: 'export',
  help: 'write records into a file that serve --records replays, secrets masked',
  words: '[botId...]',
  most: NO_LIMIT,
  flags: [
    { flag: '--records <file>', help: 'file to write, YAML or .json; - prints it', isOwn: true },
    ...[flagRows.filter, flagRows.dev, flagRows.withDev, limit, quiet],
  ],
  examples: ["botscope export --records incident.yaml --filter '!' --ext"],
};

/** Commands for the journal and the backups on this machine. */
const historyRows: readonly CommandRow[] = [
  {
    ...leaf,
    name: 'journal',
    help: 'print the journal of deletes',
    flags: listFlags,
    examples: ['botscope journal -o ndjson'],
  },
  {
    ...leaf,
    name: 'trash',
    help: 'list and show the backups made before deletes',
    flags: [],
    examples: [],
    below: [
      {
        ...leaf,
        name: 'ls',
        help: 'list the backups made before deletes, newest first',
        flags: listFlags,
        examples: ['botscope trash ls'],
      },
      {
        ...leaf,
        name: 'show',
        help: 'print one backup: JSON, secrets masked',
        words: '<file>',
        most: 1,
        flags: [],
        examples: ['botscope trash show <file>'],
      },
    ],
  },
];

/** Returns all commands that print and end, for the kinds given. */
export function commandRows(resources: readonly Resource[]): readonly CommandRow[] {
  return [
    ...resources.map(nounRow).filter(({ below }) => below.length > 0),
    ...wordRows,
    exportRow,
    ...historyRows,
  ];
}
