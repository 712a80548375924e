import { deletion } from '../deletion/results.ts';
import { bot } from '../resources/bot.ts';
import { usedIntegration } from '../resources/local-kinds.ts';
import { root } from '../resources/registry.ts';
import { deleteAction, ownIdName, type Resource } from '../resources/resource.ts';
import { runAction } from './action.ts';
import { type CommandRow, plainRow } from './arguments/parse.ts';
import { deleteRecords } from './delete.ts';
import { diagnosisShape, healthSchema } from './findings/shapes.ts';
import {
  filterFlag,
  findingFlags,
  flagRows,
  outputFlag,
  printFlags,
  variantFlags,
  withFields,
} from './flags.ts';
import { get } from './get.ts';
import { diagnose, health } from './health.ts';
import { list, listInUse } from './list.ts';
import { type CommandCall, type Ending, idWords, type KindCall, nounOf, OUTPUTS } from './shared/context.ts';

const { color, quiet, limit, showSecrets, stdin, confirm, unlock, dryRun } = flagRows;

export type Task = Readonly<{
  shape: Resource;
  run: (call: CommandCall) => Promise<Ending>;
  /** Of its JSON, for `--schema`. */
  schema?: () => object;
}>;

export type Command = Omit<CommandRow, 'below'> & Readonly<{ task?: Task; below: readonly Command[] }>;

type KindRun = (call: KindCall) => Promise<Ending>;

export const connected =
  (resource: Resource, run: KindRun): Task['run'] =>
  async call => {
    const { unlock: profile } = call.values;
    const service = await call.context.connect(typeof profile === 'string' ? profile : undefined);
    return 'kind' in service ? service : run({ ...call, resource, service });
  };

const one = ({ title }: Resource) => `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title.toLowerCase()}`;

/** `shape` of the output: by default that of the kind. */
type Verb = Pick<Command, 'name' | 'help' | 'flags'> &
  Pick<Task, 'schema'> & {
    readonly aliases?: readonly string[];
    /** The ids of a list, of one or more records, or of either. */
    readonly takes: 'parents' | 'each' | 'any';
    /** Behind the command and its ids; `--stdin` follows the ids of the parents. */
    readonly examples: readonly string[];
    readonly run: KindRun;
    readonly shape?: Resource;
  };

function verbCommand(
  resource: Resource,
  { takes, examples, run, schema, shape = resource, ...text }: Verb,
): Command {
  const parents = idWords(resource.ids.slice(0, -1));
  // Without an id of the root kind its verbs read the workspace of the settings.
  const [open, close] = takes === 'any' || resource.kind === root.kind ? ['[', ']'] : ['<', '>'];
  const own = `${open}${ownIdName(resource)}...${close}`;
  const exampleOf = (end: string) => {
    const id = takes === 'each' && !end.startsWith('--stdin') ? own.replace('...', '') : '';
    const words = ['botscope', nounOf(resource), text.name, parents, id, end];
    return words.filter(word => word !== '').join(' ');
  };
  return {
    ...plainRow,
    ...text,
    words: (takes === 'parents' ? parents : `${parents} ${own}`).trim(),
    most: takes === 'parents' ? resource.ids.length - 1 : Infinity,
    examples: examples.map(exampleOf),
    task: { shape, run: connected(resource, run), ...(schema && { schema }) },
  };
}

function listVerb(resource: Resource): Verb {
  const noun = nounOf(resource);
  const isUndocumented = resource.list?.isUndocumented === true;
  const ext = isUndocumented ? '--ext ' : '';
  return {
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
    run: list,
  };
}

const getVerb = (resource: Resource): Verb => ({
  name: 'get',
  aliases: ['show'],
  help: `print ${one(resource)}, with every field`,
  takes: 'each',
  flags: [...printFlags(resource), showSecrets, stdin],
  examples: ['-o yaml'],
  run: get,
});

const deleteVerb = (resource: Resource): Verb => ({
  name: 'delete',
  aliases: ['rm'],
  help: `delete ${one(resource)}; requires --confirm`,
  takes: 'each',
  flags: [confirm, unlock, dryRun, flagRows.ignoreMissing, stdin, outputFlag(OUTPUTS), color, quiet],
  examples: [
    '--dry-run',
    `--confirm ${resource.nameField === undefined ? '<end of id>' : '<name>'}`,
    '--stdin --confirm 40 < ids.txt',
  ],
  run: deleteRecords,
  shape: deletion,
});

const diagnoseVerb = (resource: Resource): Verb => ({
  name: 'diagnose',
  aliases: ['diag'],
  help: `diagnose ${one(resource)}; exits 1 on problems, 8 if one cannot be read`,
  takes: 'each',
  flags: findingFlags(resource, [stdin]),
  examples: ['', '--fail-on warning -o json'],
  run: diagnose,
  shape: diagnosisShape,
});

const healthVerb = (resource: Resource): Verb => ({
  name: 'health',
  help: `diagnose all ${nounOf(resource)}, or some by id; exits 1 on problems, 8 if one cannot be read`,
  takes: 'any',
  flags: [
    ...findingFlags(resource, [flagRows.updateBaseline, flagRows.post, filterFlag(resource), limit]),
    flagRows.schema,
    ...variantFlags(resource),
  ],
  examples: [
    '',
    "--filter '!health:ok' -o ndjson",
    '-o github --report junit=health.xml',
    '--issues --since 1d --fail-on warning',
    '--baseline health.txt --update-baseline',
    '--post',
  ],
  run: health,
  shape: diagnosisShape,
  schema: healthSchema,
});

const inUseVerb: Verb = {
  name: 'ls',
  aliases: ['list'],
  help: 'list the integration versions that bots use, failing first; loads each bot',
  takes: 'parents',
  flags: [...printFlags(usedIntegration), ...variantFlags(bot)],
  examples: ['', '-o json'],
  run: listInUse,
  shape: usedIntegration,
};

export function verbsOf(resource: Resource): readonly Command[] {
  const { list: hasList, read, diagnose: canDiagnose, actions } = resource;
  const verbs = [
    hasList && listVerb(resource),
    resource.kind === usedIntegration.listsKind && inUseVerb,
    read && getVerb(resource),
    deleteAction(resource) && deleteVerb(resource),
    read && canDiagnose && diagnoseVerb(resource),
    read && canDiagnose && hasList && healthVerb(resource),
    ...actions
      .filter(action => action !== deleteAction(resource))
      .map((action): Verb => {
        const { verb: name } = action;
        return {
          name,
          help: `${name} ${one(resource)}; requires --confirm`,
          takes: 'each',
          flags: [confirm, unlock, dryRun, stdin, color, quiet],
          examples: ['--dry-run', '--confirm <name>'],
          run: call => runAction(call, action),
        };
      }),
  ];
  return verbs.flatMap(verb => (verb === undefined || verb === false ? [] : verbCommand(resource, verb)));
}
