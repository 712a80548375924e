import type { Resource } from '../resources/resource.ts';
import type { Ending, KindCall } from './call.ts';
import { diagnose, diagnosisShape, health } from './diagnosing.ts';
import { get } from './getting.ts';
import { nounOf } from './given-ids.ts';
import { resultShape } from './kept-shapes.ts';
import { list } from './listing.ts';
import { remove } from './removing.ts';

/** A flag of a command, by its name in `flagRows`. */
export type FlagName =
  | 'output'
  | 'columns'
  | 'filter'
  | 'limit'
  | 'showSecrets'
  | 'stdin'
  | 'confirm'
  | 'dryRun';

/** Something that can be done to a kind of record from the command line. */
export type Verb = {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Whether a kind has it: its description says so. */
  readonly has: (resource: Resource) => boolean;
  readonly help: (resource: Resource) => string;
  /** Which of the kind's ids it takes: `parents` for a list; of `each` the last one may be repeated. */
  readonly takes: 'parents' | 'each';
  readonly flags: readonly FlagName[];
  /** What it prints, when not the records themselves. */
  readonly shape?: Resource;
  readonly examples: (resource: Resource, words: string) => readonly string[];
  readonly run: (call: KindCall) => Promise<Ending>;
};

const article = (word: string): string => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);
const one = ({ title }: Resource): string => article(title.toLowerCase());

const SHOWN = ['output', 'columns', 'showSecrets'] as const;

/** All verbs. A kind has those that its description has an operation for. */
export const verbs: readonly Verb[] = [
  {
    name: 'ls',
    aliases: ['list'],
    has: resource => resource.list !== undefined,
    help: resource =>
      resource.list?.extension === true
        ? `list ${nounOf(resource)} (not in the API description: needs --ext)`
        : `list ${nounOf(resource)}, page by page`,
    takes: 'parents',
    flags: ['output', 'columns', 'filter', 'limit', 'showSecrets'],
    examples: (_resource, words) => [`${words} -o ndjson`, `${words} --filter 'created>90d' -o name`],
    run: list,
  },
  {
    name: 'get',
    aliases: ['show'],
    has: resource => resource.read !== undefined,
    help: resource => `print ${one(resource)}, with every field`,
    takes: 'each',
    flags: [...SHOWN, 'stdin'],
    examples: (_resource, words) => [`${words} -o yaml`],
    run: get,
  },
  {
    name: 'delete',
    aliases: ['rm'],
    has: resource => resource.remove !== undefined,
    help: resource => `delete ${one(resource)}, after --confirm`,
    takes: 'each',
    flags: ['confirm', 'dryRun', 'stdin', 'output'],
    shape: resultShape,
    examples: (resource, words) => [
      `${words} --dry-run`,
      `${words} --confirm ${resource.nameField === undefined ? '<end of the id>' : '<name>'}`,
      `botscope ${nounOf(resource)} delete --stdin --confirm 40 < ids.txt`,
    ],
    run: remove,
  },
  {
    name: 'diagnose',
    aliases: ['diag'],
    has: resource => resource.read !== undefined && resource.diagnose !== undefined,
    help: resource => `say what is wrong with ${one(resource)}; exits 1 if something is`,
    takes: 'each',
    flags: ['output', 'columns', 'stdin'],
    shape: diagnosisShape,
    examples: (_resource, words) => [words],
    run: diagnose,
  },
  {
    name: 'health',
    aliases: [],
    has: ({ list, read, diagnose }) => list !== undefined && read !== undefined && diagnose !== undefined,
    help: resource => `diagnose all ${nounOf(resource)}, two at a time; exits 1 if one has a problem`,
    takes: 'parents',
    flags: ['output', 'columns', 'filter', 'limit'],
    shape: diagnosisShape,
    examples: (_resource, words) => [words, `${words} --filter '!health:ok' -o ndjson`],
    run: health,
  },
];
