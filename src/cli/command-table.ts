import { filterableFields } from '../resources/fields.ts';
import { problemKindOf, root } from '../resources/registry.ts';
import { deleteAction, ownIdName, type RecordAction, type Resource } from '../resources/resource.ts';
import { type CommandRow, type FlagRow, plainRow } from './arguments/command-row.ts';
import { rulesOf } from './findings/policy.ts';
import { flagRows, NO_LIMIT } from './rows/flags.ts';
import { otherRows } from './rows/other-commands.ts';
import { idWords, nounOf } from './shared/context.ts';

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

const printFlags = (resource: Resource): readonly FlagRow[] => {
  const { output, columns, noHeaders, color, quiet } = flagRows;
  return [output, withFields(columns, resource), noHeaders, color, quiet];
};

const filterFlag = (resource: Resource): FlagRow => ({
  ...flagRows.filter,
  choices: Object.keys(filterableFields(resource)).map(field => `${field}:`),
  isList: true,
});

const variantFlags = ({ variant }: Resource): readonly FlagRow[] =>
  variant === undefined ? [] : [flagRows.dev, flagRows.withDev];

/** Returns the flags of verbs that diagnose; `more` stand before those of issues. */
function findingFlags(resource: Resource, more: readonly FlagRow[]): readonly FlagRow[] {
  const { healthOutput, healthColumns, noHeaders, color, quiet, report, failOn, ignore, baseline } = flagRows;
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
  const { sortBy, limit, showSecrets } = flagRows;
  return verbRow(resource, {
    name: 'ls',
    aliases: ['list'],
    help: isUndocumented ? `list ${noun} (undocumented API call: needs --ext)` : `list ${noun}, page by page`,
    takes: 'parents',
    flags: [
      ...printFlags(resource),
      ...[withFields(sortBy, resource), filterFlag(resource), limit, showSecrets],
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
    flags: [...printFlags(resource), flagRows.showSecrets, flagRows.stdin],
    examples: ['-o yaml'],
  });
  // Without an id of the root kind it reads the workspace of the settings.
  if (resource.kind !== root.kind) return row;
  const examples = row.examples.map(example => example.replace(/<(\w+)>/, '[$1]'));
  return { ...row, words: `[${ownWord(resource)}]`, examples };
}

function deleteVerb(resource: Resource): Verb {
  const { confirm, unlock, dryRun, ignoreMissing, stdin, output, color, quiet } = flagRows;
  const parents = parentWords(resource);
  const command = `botscope ${nounOf(resource)} delete ${parents}`.trim();
  const row = verbRow(resource, {
    name: 'delete',
    aliases: ['rm'],
    help: `delete ${one(resource)}; requires --confirm`,
    takes: 'each',
    flags: [confirm, unlock, dryRun, ignoreMissing, stdin, output, color, quiet],
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
    flags: findingFlags(resource, [flagRows.stdin]),
    examples: ['', '--fail-on warning -o json'],
  });

function healthVerb(resource: Resource): Verb {
  const { updateBaseline, limit } = flagRows;
  return verbRow(resource, {
    name: 'health',
    help: `diagnose all ${nounOf(resource)}, or some by id; exits 1 on problems, 8 if one cannot be read`,
    takes: 'any',
    flags: [
      ...findingFlags(resource, [updateBaseline, filterFlag(resource), limit]),
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
  const { confirm, unlock, dryRun, stdin, color, quiet } = flagRows;
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
