import { type Action, deleteAction, type Resource } from '../../resources/resource.ts';
import { idWords, nounOf } from '../shared/context.ts';
import type { FlagName } from './flags.ts';

/** Name of a verb; `run.ts` has its function. */
export type VerbName = 'ls' | 'get' | 'delete' | 'diagnose' | 'health';

/** A verb of the command line, described for parser and help. */
export type Verb = BuiltInVerb | ActionVerb;
type BuiltInVerb = VerbHelp & { readonly name: VerbName; readonly action?: never };
type ActionVerb = VerbHelp & { readonly name: string; readonly action: Action };

type VerbHelp = {
  readonly aliases: readonly string[];
  /** Returns true if a kind has the operations for it. */
  readonly has: (resource: Resource) => boolean;
  readonly help: (resource: Resource) => string;
  /** The ids it takes: `parents` for a list, `each` for one or more records, `any` for either. */
  readonly takes: 'parents' | 'each' | 'any';
  readonly flags: readonly FlagName[];
  readonly examples: (resource: Resource, words: string) => readonly string[];
};

const article = (word: string): string => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);
const one = ({ title }: Resource): string => article(title.toLowerCase());

const FINDING_FLAGS = [
  'healthOutput',
  'healthColumns',
  'noHeaders',
  'color',
  'quiet',
  'report',
  'failOn',
  'ignore',
  'baseline',
] as const;

const PRINT_FLAGS = ['output', 'columns', 'noHeaders', 'color', 'quiet'] as const;

const parentsOf = ({ ids }: Resource): readonly string[] =>
  ids.length > 1 ? [idWords(ids.slice(0, -1))] : [];

/** All built-in verbs. A kind has those whose operations it describes. */
export const verbs: readonly BuiltInVerb[] = [
  {
    name: 'ls',
    aliases: ['list'],
    has: resource => resource.list !== undefined,
    help: resource =>
      resource.list?.isUndocumented === true
        ? `list ${nounOf(resource)} (undocumented API call: needs --ext)`
        : `list ${nounOf(resource)}, page by page`,
    takes: 'parents',
    flags: [...PRINT_FLAGS, 'sortBy', 'filter', 'limit', 'showSecrets'],
    examples: ({ list }, words) => {
      const command = list?.isUndocumented === true ? `${words} --ext` : words;
      return [`${command} -o ndjson`, `${command} --filter 'created>90d' -o id`];
    },
  },
  {
    name: 'get',
    aliases: ['show'],
    has: resource => resource.read !== undefined,
    help: resource => `print ${one(resource)}, with every field`,
    takes: 'each',
    flags: [...PRINT_FLAGS, 'showSecrets', 'stdin'],
    examples: (_resource, words) => [`${words} -o yaml`],
  },
  {
    name: 'delete',
    aliases: ['rm'],
    has: resource => deleteAction(resource) !== undefined,
    help: resource => `delete ${one(resource)}; requires --confirm`,
    takes: 'each',
    flags: ['confirm', 'unlock', 'dryRun', 'ignoreMissing', 'stdin', 'output', 'color', 'quiet'],
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
    help: resource => `diagnose ${one(resource)}; exits 1 on problems, 8 if one cannot be read`,
    takes: 'each',
    flags: [...FINDING_FLAGS, 'stdin'],
    examples: (_resource, words) => [words, `${words} --fail-on warning -o json`],
  },
  {
    name: 'health',
    aliases: [],
    has: ({ list, read, diagnose }) => list !== undefined && read !== undefined && diagnose !== undefined,
    help: resource =>
      `diagnose all ${nounOf(resource)}, or some by id; exits 1 on problems, 8 if one cannot be read`,
    takes: 'any',
    flags: [...FINDING_FLAGS, 'updateBaseline', 'filter', 'limit'],
    examples: (_resource, words) => [
      words,
      `${words} --filter '!health:ok' -o ndjson`,
      `${words} -o github --report junit=health.xml`,
      `${words} --issues --since 1d --fail-on warning`,
      `${words} --baseline health.txt --update-baseline`,
    ],
  },
];

const actionVerb = (action: Action): ActionVerb => ({
  name: action.verb,
  action,
  aliases: [],
  has: ({ actions }) => actions.includes(action),
  help: resource => `${action.verb} ${one(resource)}; requires --confirm`,
  takes: 'each',
  flags: ['confirm', 'unlock', 'dryRun', 'stdin', 'color', 'quiet'],
  examples: (_resource, words) => [`${words} --dry-run`, `${words} --confirm <name>`],
});

/** Returns the verbs of a kind: the built-in ones, and those of its other actions. */
export function verbsOf(resource: Resource): readonly Verb[] {
  const others = resource.actions.filter(({ verb }) => verbs.every(({ name }) => name !== verb));
  return [...verbs.filter(({ has }) => has(resource)), ...others.map(actionVerb)];
}
