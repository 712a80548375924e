import { durationMs } from '../filter/condition.ts';
import { filterableFields } from '../resources/fields.ts';
import { problemKindOf, root } from '../resources/registry.ts';
import { deleteAction, ownIdName, type RecordAction, type Resource } from '../resources/resource.ts';
import { type CommandRow, type FlagRow, plainRow } from './arguments/command-row.ts';
import { rulesOf } from './findings/report.ts';
import { flagRows, NO_LIMIT } from './flags.ts';
import { idWords, nounOf, OUTPUTS } from './shared/context.ts';

const { output, columns, noHeaders, color, quiet, limit, showSecrets, stdin, confirm, unlock, dryRun } =
  flagRows;
const listFlags = [output, columns, noHeaders, color, quiet, limit];

const DAY_MS = 24 * 60 * 60 * 1000;
const RECORD_OUTPUTS = ['table', 'json', 'yaml'];
const CHANGE_OUTPUTS = OUTPUTS.filter(format => format !== 'id' && format !== 'name');

/** Replaces the general flag of this name, the time limit of one request. */
const waitTimeout: FlagRow = {
  flag: '--timeout <time>',
  help: 'longest time to wait: 90s, 2m (default), 1h',
  problem: text => {
    const ms = durationMs(text) ?? 0;
    return ms > 0 && ms <= DAY_MS ? undefined : 'Must be a time up to a day, as 90s, 2m or 1h.';
  },
};

/** Commands without a kind. */
const otherRows: readonly CommandRow[] = [
  {
    ...plainRow,
    name: 'api',
    help: 'send a GET to any path of the API and print the response, secrets masked',
    words: '<path>',
    most: 1,
    flags: [
      { ...output, help: `json by default; ${OUTPUTS.join(', ')}` },
      { flag: '--paginate', help: 'load all pages and join them' },
      ...[showSecrets, noHeaders, color, quiet],
    ],
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
    flags: [
      { ...output, help: CHANGE_OUTPUTS.join(', '), choices: CHANGE_OUTPUTS },
      { flag: '--since <version>', help: 'last (as last seen in the explorer), or a file of trash ls' },
      ...[noHeaders, color, quiet],
    ],
    examples: ['botscope diff bot/<id> bot/<id>', 'botscope diff bot/<id> --since last -o json'],
  },
  {
    ...plainRow,
    name: 'wait',
    help: 'wait until a record is as wanted; exits 1 if the time is over',
    words: '<place>',
    most: 1,
    flags: [
      { flag: '--for <condition>', help: 'a field and its value, health=ok or status=active, or delete' },
      ...[waitTimeout, color, quiet],
    ],
    examples: ['botscope wait bot/<id> --for health=ok --timeout 2m', 'botscope wait bot/<id> --for delete'],
  },
  {
    ...plainRow,
    name: 'whoami',
    help: 'print profile, server and workspace of the login in use',
    flags: [{ ...output, help: RECORD_OUTPUTS.join(', '), choices: RECORD_OUTPUTS }, color, quiet],
    examples: ['botscope whoami', 'botscope whoami --profile prod -o json'],
  },
  {
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
  },
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

/** A verb of a kind. `action`: what it runs, if it has no code of its own. */
export type Verb = CommandRow & { readonly action?: RecordAction };

const one = ({ title }: Resource): string => `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title.toLowerCase()}`;

const parentWords = ({ ids }: Resource): string => idWords(ids.slice(0, -1));
const ownWord = (resource: Resource): string => `${ownIdName(resource)}...`;

const withFields = (flag: FlagRow, { fields }: Resource): FlagRow => ({
  ...flag,
  choices: Object.keys(fields),
  isList: true,
});

const printFlags = (resource: Resource): readonly FlagRow[] => [
  output,
  withFields(columns, resource),
  noHeaders,
  color,
  quiet,
];

const filterFlag = (resource: Resource): FlagRow => ({
  ...flagRows.filter,
  choices: Object.keys(filterableFields(resource)).map(field => `${field}:`),
  isList: true,
});

const variantFlags = ({ variant }: Resource): readonly FlagRow[] =>
  variant === undefined ? [] : [flagRows.dev, flagRows.withDev];

/** Returns the flags of verbs that diagnose; `more` stand before those of issues. */
function findingFlags(resource: Resource, more: readonly FlagRow[]): readonly FlagRow[] {
  const { healthOutput, healthColumns, report, failOn, ignore, baseline } = flagRows;
  const ownRules = { ...ignore, choices: rulesOf(resource) };
  const own = [healthOutput, healthColumns, noHeaders, color, quiet, report, failOn, ownRules, baseline];
  const issues = problemKindOf(resource) === undefined ? [] : [flagRows.issues, flagRows.issuesSince];
  return [...own, ...more, ...issues];
}

type VerbText = Pick<Verb, 'name' | 'help' | 'flags'> & {
  readonly aliases?: readonly string[];
  /** The ids it takes: those of a list, of one or more records, or of either. */
  readonly takes: 'parents' | 'each' | 'any';
  /** Ends of its examples, behind the command with its words. */
  readonly examples: readonly string[];
};

function verbRow(resource: Resource, { takes, examples, ...text }: VerbText): Verb {
  const parents = parentWords(resource);
  const own = takes === 'any' ? `[${ownWord(resource)}]` : `<${ownWord(resource)}>`;
  const shown = takes === 'each' ? `${parents} <${ownIdName(resource)}>` : parents;
  const command = `botscope ${nounOf(resource)} ${text.name} ${shown.trim()}`.trim();
  return {
    ...plainRow,
    ...text,
    words: (takes === 'parents' ? parents : `${parents} ${own}`).trim(),
    most: takes === 'parents' ? resource.ids.length - 1 : NO_LIMIT,
    examples: examples.map(end => `${command} ${end}`.trim()),
  };
}

function listVerb(resource: Resource): Verb {
  const noun = nounOf(resource);
  const isUndocumented = resource.list?.isUndocumented === true;
  const ext = isUndocumented ? '--ext ' : '';
  return verbRow(resource, {
    name: 'ls',
    aliases: ['list'],
    help: isUndocumented ? `list ${noun} (undocumented API call: needs --ext)` : `list ${noun}, page by page`,
    takes: 'parents',
    flags: [
      ...printFlags(resource),
      ...[withFields(flagRows.sortBy, resource), filterFlag(resource), limit, showSecrets],
      ...variantFlags(resource),
    ],
    examples: [`${ext}-o ndjson`, `${ext}--filter 'created>90d' -o id`],
  });
}

function getVerb(resource: Resource): Verb {
  const row = verbRow(resource, {
    name: 'get',
    aliases: ['show'],
    help: `print ${one(resource)}, with every field`,
    takes: 'each',
    flags: [...printFlags(resource), showSecrets, stdin],
    examples: ['-o yaml'],
  });
  // Without an id of the root kind it reads the workspace of the settings.
  if (resource.kind !== root.kind) return row;
  const examples = row.examples.map(example => example.replace(/<(\w+)>/, '[$1]'));
  return { ...row, words: `[${ownWord(resource)}]`, examples };
}

function deleteVerb(resource: Resource): Verb {
  const parents = parentWords(resource);
  const command = `botscope ${nounOf(resource)} delete ${parents}`.trim();
  const row = verbRow(resource, {
    name: 'delete',
    aliases: ['rm'],
    help: `delete ${one(resource)}; requires --confirm`,
    takes: 'each',
    flags: [confirm, unlock, dryRun, flagRows.ignoreMissing, stdin, output, color, quiet],
    examples: ['--dry-run', `--confirm ${resource.nameField === undefined ? '<end of id>' : '<name>'}`],
  });
  return { ...row, examples: [...row.examples, `${command} --stdin --confirm 40 < ids.txt`] };
}

const diagnoseVerb = (resource: Resource): Verb =>
  verbRow(resource, {
    name: 'diagnose',
    aliases: ['diag'],
    help: `diagnose ${one(resource)}; exits 1 on problems, 8 if one cannot be read`,
    takes: 'each',
    flags: findingFlags(resource, [stdin]),
    examples: ['', '--fail-on warning -o json'],
  });

function healthVerb(resource: Resource): Verb {
  return verbRow(resource, {
    name: 'health',
    help: `diagnose all ${nounOf(resource)}, or some by id; exits 1 on problems, 8 if one cannot be read`,
    takes: 'any',
    flags: [
      ...findingFlags(resource, [flagRows.updateBaseline, filterFlag(resource), limit]),
      ...variantFlags(resource),
    ],
    examples: [
      '',
      "--filter '!health:ok' -o ndjson",
      '-o github --report junit=health.xml',
      '--issues --since 1d --fail-on warning',
      '--baseline health.txt --update-baseline',
    ],
  });
}

function actionVerb(resource: Resource, action: RecordAction): Verb {
  const row = verbRow(resource, {
    name: action.verb,
    help: `${action.verb} ${one(resource)}; requires --confirm`,
    takes: 'each',
    flags: [confirm, unlock, dryRun, stdin, color, quiet],
    examples: ['--dry-run', '--confirm <name>'],
  });
  return { ...row, action };
}

/** Returns the verbs of a kind: those whose operations it describes, and its own actions. */
export function verbsOf(resource: Resource): readonly Verb[] {
  const { list, read, diagnose, actions } = resource;
  const canDiagnose = read !== undefined && diagnose !== undefined;
  const others = actions.filter(action => action !== deleteAction(resource));
  return [
    ...(list === undefined ? [] : [listVerb(resource)]),
    ...(read === undefined ? [] : [getVerb(resource)]),
    ...(deleteAction(resource) === undefined ? [] : [deleteVerb(resource)]),
    ...(canDiagnose ? [diagnoseVerb(resource)] : []),
    ...(canDiagnose && list !== undefined ? [healthVerb(resource)] : []),
    ...others.map(action => actionVerb(resource, action)),
  ];
}

export function commandRows(resources: readonly Resource[]): readonly CommandRow[] {
  const nouns = resources.flatMap((resource): readonly CommandRow[] => {
    const below = verbsOf(resource);
    const name = nounOf(resource);
    const aliases = [...new Set([resource.kind, ...resource.aliases])].filter(word => word !== name);
    const help = below.map(verb => verb.name).join(', ');
    return below.length === 0 ? [] : [{ ...plainRow, name, aliases, help, examples: [], below }];
  });
  return [...nouns, ...otherRows];
}
