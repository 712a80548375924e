import { type Action, deleteAction, type Resource } from '../resources/resource.ts';

/** A flag of a command, by its name in `flagRows`. */
export type FlagName =
  | 'output'
  | 'columns'
  | 'filter'
  | 'dev'
  | 'withDev'
  | 'limit'
  | 'showSecrets'
  | 'stdin'
  | 'confirm'
  | 'dryRun'
  | 'ignoreMissing';

/** The verbs by name; what each does stands in `run.ts`. */
export type VerbName = 'ls' | 'get' | 'delete' | 'diagnose' | 'health';

/** Something that can be done to a kind of record from the command line, as parser and help see it. */
export type Verb = BuiltInVerb | ActionVerb;
type BuiltInVerb = VerbHelp & { readonly name: VerbName; readonly action?: never };
type ActionVerb = VerbHelp & { readonly name: string; readonly action: Action };

type VerbHelp = {
  readonly aliases: readonly string[];
  /** Whether a kind has it: its description says so. */
  readonly has: (resource: Resource) => boolean;
  readonly help: (resource: Resource) => string;
  /** Which of the kind's ids it takes: `parents` for a list; of `each` the last one may be repeated. */
  readonly takes: 'parents' | 'each';
  readonly flags: readonly FlagName[];
  readonly examples: (resource: Resource, words: string) => readonly string[];
};

const article = (word: string): string => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);
const one = ({ title }: Resource): string => article(title.toLowerCase());

const RECORD_FLAGS = ['output', 'columns', 'showSecrets'] as const;

const parentsOf = ({ ids }: Resource): readonly string[] =>
  ids.length > 1 ? [idWords(ids.slice(0, -1))] : [];

/** All verbs. A kind has those that its description has an operation for. */
export const verbs: readonly BuiltInVerb[] = [
  {
    name: 'ls',
    aliases: ['list'],
    has: resource => resource.list !== undefined,
    help: resource =>
      resource.list?.isUndocumented === true
        ? `list ${nounOf(resource)} (not in the API description: needs --ext)`
        : `list ${nounOf(resource)}, page by page`,
    takes: 'parents',
    flags: ['output', 'columns', 'filter', 'limit', 'showSecrets'],
    examples: ({ list }, words) => {
      const asked = list?.isUndocumented === true ? `${words} --ext` : words;
      return [`${asked} -o ndjson`, `${asked} --filter 'created>90d' -o name`];
    },
  },
  {
    name: 'get',
    aliases: ['show'],
    has: resource => resource.read !== undefined,
    help: resource => `print ${one(resource)}, with every field`,
    takes: 'each',
    flags: [...RECORD_FLAGS, 'stdin'],
    examples: (_resource, words) => [`${words} -o yaml`],
  },
  {
    name: 'delete',
    aliases: ['rm'],
    has: resource => deleteAction(resource) !== undefined,
    help: resource => `delete ${one(resource)}, after --confirm`,
    takes: 'each',
    flags: ['confirm', 'dryRun', 'ignoreMissing', 'stdin', 'output'],
    examples: (resource, words) => [
      `${words} --dry-run`,
      `${words} --confirm ${resource.nameField === undefined ? '<end of id>' : '<name>'}`,
      `${[`botscope ${nounOf(resource)} delete`, ...parentsOf(resource)].join(' ')} --stdin --confirm 40 < ids.txt`,
    ],
  },
  {
    name: 'diagnose',
    aliases: ['diag'],
    has: resource => resource.read !== undefined && resource.diagnose !== undefined,
    help: resource =>
      `say what is wrong with ${one(resource)}; exits 1 if something is, 8 if one cannot be read`,
    takes: 'each',
    flags: ['output', 'columns', 'stdin'],
    examples: (_resource, words) => [words],
  },
  {
    name: 'health',
    aliases: [],
    has: ({ list, read, diagnose }) => list !== undefined && read !== undefined && diagnose !== undefined,
    help: resource =>
      `diagnose all ${nounOf(resource)}, two at a time; exits 1 if one has a problem, 8 if one cannot be read`,
    takes: 'parents',
    flags: ['output', 'columns', 'filter', 'limit'],
    examples: (_resource, words) => [words, `${words} --filter '!health:ok' -o ndjson`],
  },
];

/** The verb of an action that is described and has no code of its own. */
const actionVerb = (action: Action): ActionVerb => ({
  name: action.verb,
  action,
  aliases: [],
  has: ({ actions }) => actions.includes(action),
  help: resource => `${action.verb} ${one(resource)}, after --confirm`,
  takes: 'each',
  flags: ['confirm', 'dryRun', 'stdin'],
  examples: (_resource, words) => [`${words} --dry-run`, `${words} --confirm <name>`],
});

/** Returns the verbs of a kind: those above that it has, and its other actions. */
export function verbsOf(resource: Resource): readonly Verb[] {
  const others = resource.actions.filter(({ verb }) => verbs.every(({ name }) => name !== verb));
  return [...verbs.filter(({ has }) => has(resource)), ...others.map(actionVerb)];
}

/** `<botId> <issueId>`: the ids of a kind as its help names them. */
export const idWords = (names: readonly string[]): string => names.map(name => `<${name}>`).join(' ');

/** The word for a kind on the command line. */
export const nounOf = ({ plural }: Pick<Resource, 'plural'>): string => plural.toLowerCase();

/** The formats of commands, as a person types them; the first one is the standard. */
export const OUTPUTS = ['table', 'json', 'ndjson', 'yaml', 'name', 'csv'] as const;
export type Output = (typeof OUTPUTS)[number];
