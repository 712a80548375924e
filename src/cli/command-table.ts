import { ownIdName } from '../resources/record-ids.ts';
import { root } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import type { CommandRow, FlagRow } from './arguments/command-row.ts';
import { type FlagName, idWords, nounOf, OUTPUTS, type Verb, verbsOf } from './verbs.ts';

const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/** The flags of the commands. */
export const flagRows: { readonly [N in FlagName]: FlagRow } = {
  output: { flag: '-o, --output <format>', help: OUTPUTS.join(', '), choices: OUTPUTS },
  columns: { flag: '--columns <names>', help: 'only these fields, commas between them' },
  filter: { flag: '--filter <text>', help: "the explorer's filter: words, name:x, dev:true, updated>90d, !" },
  dev: { flag: '--dev', help: 'only development ones (dev=true, undocumented: --strict refuses it)' },
  withDev: { flag: '--with-dev', help: 'development ones too, after the others; each once' },
  limit: {
    flag: '--limit <number>',
    help: 'stop after so many',
    problem: text => (isCount(text) ? undefined : 'It has to be a number from 1.'),
  },
  showSecrets: { flag: '--show-secrets', help: 'print secrets as they are' },
  stdin: { flag: '--stdin', help: 'ids from standard input, one a line' },
  confirm: { flag: '--confirm <words>', help: 'of one its name or the end of its id; of several how many' },
  dryRun: { flag: '--dry-run', help: 'print the requests, send nothing but reads' },
  ignoreMissing: { flag: '--ignore-missing', help: 'a record that does not exist is no failure' },
};

const NO_LIMIT = Number.POSITIVE_INFINITY;

const own = (resource: Resource): string => `<${ownIdName(resource)}...>`;

function wordsOf(verb: Verb, resource: Resource): string {
  const parents = idWords(resource.ids.slice(0, -1));
  if (verb.takes === 'parents') return parents;
  // Without an id that which everything starts from is the one that is set.
  const isUsual = resource.kind === root.kind && verb.name === 'get';
  return `${parents} ${isUsual ? `[${ownIdName(resource)}...]` : own(resource)}`.trim();
}

/** The flags of a verb; what goes through a list has those of the kind's second one. */
const flagNames = ({ flags, takes }: Verb, { variant }: Resource): readonly FlagName[] =>
  variant !== undefined && takes === 'parents' ? [...flags, 'dev', 'withDev'] : flags;

/** A flag of a verb; the fields that its columns can be are those of the records it prints. */
function flagOf(name: FlagName, { name: verb }: Verb, { fields }: Resource): FlagRow {
  const isRecords = name === 'columns' && (verb === 'ls' || verb === 'get');
  return isRecords ? { ...flagRows.columns, choices: Object.keys(fields), isList: true } : flagRows[name];
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
const listFlags = [flagRows.output, flagRows.columns, flagRows.limit];

/** What is kept on this machine. */
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
    help: 'ls, show: the copies made before deletes',
    flags: [],
    examples: [],
    below: [
      {
        ...leaf,
        name: 'ls',
        help: 'list the copies made before deletes, the newest first, whatever came of them',
        flags: listFlags,
        examples: ['botscope trash ls'],
      },
      {
        ...leaf,
        name: 'show',
        help: 'print one copy: JSON, secrets masked',
        words: '<file>',
        most: 1,
        flags: [],
        examples: ['botscope trash show <file>'],
      },
    ],
  },
];

/** All commands that print and end, of the kinds given. */
export function commandRows(resources: readonly Resource[]): readonly CommandRow[] {
  return [...resources.map(nounRow).filter(({ below }) => below.length > 0), ...historyRows];
}
