import { deletion } from '../deletion/results.ts';
import { bot } from '../resources/bot.ts';
import { cause } from '../resources/cause-kind.ts';
import { usedIntegration } from '../resources/local-kinds.ts';
import { root } from '../resources/registry.ts';
import { deleteAction, ownIdName, type Resource } from '../resources/resource.ts';
import { runAction } from './action.ts';
import { api, responseShape } from './api.ts';
import { type CommandRow, plainRow, type ShortRow } from './arguments/parse.ts';
import { deleteRecords } from './delete.ts';
import { changeShape, diff } from './diff.ts';
import { exportRecords } from './export-records.ts';
import { rulesOf } from './findings/report.ts';
import { diagnosisShape } from './findings/shapes.ts';
import { workspaceChange } from './findings/whole-output.ts';
import {
  filterFlag,
  findingFlags,
  flagRows,
  NO_LIMIT,
  printFlags,
  variantFlags,
  withFields,
} from './flags.ts';
import { get } from './get.ts';
import { causes, changes, diagnose, health } from './health.ts';
import { backupShape, entryShape, journal, trashList, trashShow } from './history.ts';
import { list, listInUse } from './list.ts';
import { type CommandCall, type Ending, idWords, type KindCall, nounOf, OUTPUTS } from './shared/context.ts';
import { waitFor } from './wait.ts';
import { identityShape, whoami } from './whoami.ts';

const { output, noHeaders, color, quiet, limit, showSecrets, stdin, confirm, unlock, dryRun } = flagRows;

const RECORD_OUTPUTS = ['table', 'json', 'yaml', 'text'];
const CHANGE_OUTPUTS = OUTPUTS.filter(format => format !== 'id' && format !== 'name');

const RECORD_HELP = ['record', 'id or name of a bot, or the place of any record: integration/<id>'] as const;

type Task = Readonly<{ shape: Resource; run: (call: CommandCall) => Promise<Ending> }>;

type Command = Omit<CommandRow, 'below'> & Readonly<{ task?: Task; below: readonly Command[] }>;

type KindRun = (call: KindCall) => Promise<Ending>;

const connected =
  (resource: Resource, run: KindRun): Task['run'] =>
  async call => {
    const { unlock: profile } = call.values;
    const service = await call.context.connect(typeof profile === 'string' ? profile : undefined);
    return 'kind' in service ? service : run({ ...call, resource, service });
  };

const otherRows: readonly (Omit<ShortRow, 'below'> & Partial<Pick<Command, 'task' | 'below'>>)[] = [
  {
    name: 'api',
    task: { shape: responseShape, run: api },
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
    name: 'diff',
    task: { shape: changeShape, run: connected(bot, diff) },
    help: 'compare two records, or a record with an earlier version; exits 1 if they differ',
    words: '<record> [record]',
    wordHelp: [RECORD_HELP],
    most: 2,
    flags: [
      { ...output, help: CHANGE_OUTPUTS.join(', '), choices: CHANGE_OUTPUTS },
      ...[flagRows.version, noHeaders, color, quiet],
    ],
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
    name: 'whoami',
    task: { shape: identityShape, run: connected(root, whoami) },
    help: 'print profile, server and workspace of the login in use',
    flags: [{ ...output, help: RECORD_OUTPUTS.join(', '), choices: RECORD_OUTPUTS }, color, quiet],
    examples: ['botscope whoami', 'botscope whoami --profile prod -o json'],
  },
  {
    name: 'export',
    task: { shape: bot, run: connected(bot, exportRecords) },
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
    name: 'causes',
    task: { shape: cause, run: connected(bot, causes) },
    help: 'list the causes of problems and warnings, the worst first; loads each bot',
    flags: [
      ...printFlags(cause),
      ...[{ ...flagRows.ignore, choices: rulesOf(bot) }, flagRows.baseline],
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

const one = ({ title }: Resource) => `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title.toLowerCase()}`;

/** `shape` of the output: by default that of the kind. */
type Verb = Pick<Command, 'name' | 'help' | 'flags'> & {
  readonly aliases?: readonly string[];
  /** The ids of a list, of one or more records, or of either. */
  readonly takes: 'parents' | 'each' | 'any';
  /** Behind the command and its ids; `--stdin` follows the ids of the parents. */
  readonly examples: readonly string[];
  readonly run: KindRun;
  readonly shape?: Resource;
};

function verbCommand(resource: Resource, { takes, examples, run, shape = resource, ...text }: Verb): Command {
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
    most: takes === 'parents' ? resource.ids.length - 1 : NO_LIMIT,
    examples: examples.map(exampleOf),
    task: { shape, run: connected(resource, run) },
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
  flags: [confirm, unlock, dryRun, flagRows.ignoreMissing, stdin, output, color, quiet],
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

function verbsOf(resource: Resource): readonly Command[] {
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
