import { deletion } from '../deletion/results.ts';
import { badArgument, explain, type Failure } from '../failure.ts';
import { bot } from '../resources/bot.ts';
import type { Resource } from '../resources/resource.ts';
import { allOf } from '../text/result.ts';
import { clean, safe, shortText } from '../text/sanitise.ts';
import { runAction } from './action.ts';
import { api, responseShape } from './api.ts';
import type { CommandFlags, TypedCommand } from './arguments/command-row.ts';
import { verbsOf } from './command-table.ts';
import { deleteRecords } from './delete.ts';
import { changeShape, diff } from './diff.ts';
import { exportRecords } from './export-records.ts';
import { diagnosisShape } from './findings/shapes.ts';
import { get } from './get.ts';
import { diagnose, health } from './health.ts';
import { backupShape, entryShape, journal, trashList, trashShow } from './history.ts';
import { list } from './list.ts';
import { fieldPath } from './list-query.ts';
import {
  type CommandCall,
  type CommandContext,
  type Ending,
  type Io,
  type KindCall,
  nounOf,
  OUTPUTS,
  type Output,
  type Style,
} from './shared/context.ts';
import { failureText } from './shared/errors.ts';
import { waitFor } from './wait.ts';
import { identityShape, whoami } from './whoami.ts';

type KindRun = (call: KindCall) => Promise<Ending>;
type Task = { readonly shape: Resource; readonly run: (call: CommandCall) => Promise<Ending> };

async function withService(call: CommandCall, resource: Resource, run: KindRun): Promise<Ending> {
  const { unlock } = call.values;
  const service = await call.context.connect(typeof unlock === 'string' ? unlock : undefined);
  return 'kind' in service ? service : run({ ...call, resource, service });
}

/** The function of each verb, and the shape of its output if that is not the record itself. */
const VERBS: { readonly [name: string]: { readonly run: KindRun; readonly shape?: Resource } } = {
  ls: { run: list },
  get: { run: get },
  delete: { run: deleteRecords, shape: deletion },
  diagnose: { run: diagnose, shape: diagnosisShape },
  health: { run: health, shape: diagnosisShape },
};

const OTHER_COMMANDS: { readonly [path: string]: Task } = {
  api: { shape: responseShape, run: api },
  diff: { shape: changeShape, run: diff },
  wait: { shape: responseShape, run: waitFor },
  whoami: { shape: identityShape, run: whoami },
  export: { shape: bot, run: call => withService(call, bot, exportRecords) },
  journal: { shape: entryShape, run: journal },
  'trash ls': { shape: backupShape, run: trashList },
  'trash show': { shape: backupShape, run: trashShow },
};

function taskOf(path: readonly string[], resources: readonly Resource[]): Task | undefined {
  const [noun, name] = path;
  const resource = resources.find(each => nounOf(each) === noun);
  const verb = resource && verbsOf(resource).find(each => each.name === name);
  if (resource === undefined || verb === undefined) return OTHER_COMMANDS[path.join(' ')];
  const { action } = verb;
  const own = action === undefined ? VERBS[verb.name] : { run: (call: KindCall) => runAction(call, action) };
  return own && { shape: own.shape ?? resource, run: call => withService(call, resource, own.run) };
}

const outputOf = ({ output }: CommandFlags): Output => OUTPUTS.find(each => each === output) ?? 'table';

function styleOf(
  { values }: TypedCommand,
  shape: Resource,
  { io, now, hidesSecrets }: CommandContext,
): Style | Failure {
  const { columns, showSecrets, noHeaders } = values;
  const output = outputOf(values);
  if (showSecrets === true && hidesSecrets)
    return badArgument(safe`--show-secrets does not work with --no-reveal or BOTSCOPE_NO_REVEAL.`);
  if (typeof columns === 'string' && (output === 'id' || output === 'name'))
    return badArgument(
      safe`-o ${clean(output)} prints only ids: leave --columns out. Names: --columns name --no-headers.`,
    );
  const only =
    typeof columns === 'string'
      ? allOf(columns.split(',').map(path => fieldPath(shape, '--columns', path)))
      : undefined;
  if (only?.ok === false) return badArgument(only.why);
  // Ages suit a terminal, which is read now. Anything else may be read later, so its times are exact.
  return {
    output,
    only: only?.value,
    reveals: showSecrets === true,
    clock: { now: now(), exact: io.width === undefined },
    hasHeaders: noHeaders !== true,
  };
}

/** Returns the input and output of a command with `--color`, `--quiet` and `-o github`. */
function ioOf(io: Io, { color, quiet, output }: CommandFlags): Io {
  const hasColours = color === 'always' || (color !== 'never' && io.hasColours);
  const none = (): void => undefined;
  // A runner of GitHub takes what follows `##[` anywhere in a line for a command.
  const broken = (text: string): string => (output === 'github' ? text.replaceAll('##[', '## [') : text);
  const writeError = (text: string): void => io.writeError(broken(text));
  const remark = (text: string): void => io.remark(broken(text));
  return {
    ...io,
    writeError,
    hasColours,
    ...(quiet === true ? { progress: none, remark: none } : { remark }),
  };
}

async function runTask(
  typed: TypedCommand,
  context: CommandContext,
  resources: readonly Resource[],
): Promise<Ending> {
  const task = taskOf(typed.path, resources);
  if (task === undefined) return badArgument(safe`Unknown command: ${shortText(typed.path.join(' '))}.`);
  const style = styleOf(typed, task.shape, context);
  if ('kind' in style) return style;
  return task.run({ context, words: typed.words, values: typed.values, style });
}

/** Runs a command and returns its exit code. Prints a failure to standard error, with `-o json` as JSON. */
export async function runCommand(
  typed: TypedCommand,
  context: CommandContext,
  resources: readonly Resource[],
): Promise<number> {
  const io = ioOf(context.io, typed.values);
  const ran = await runTask(typed, { ...context, io }, resources);
  const isCut = 'code' in ran && io.signal.aborted && io.isClosed();
  const ending: Ending = isCut ? { kind: 'cancelled' } : ran;
  io.progress(undefined);
  if ('code' in ending) return ending.code;
  io.writeError(failureText(ending, outputOf(typed.values)));
  return explain(ending).exitCode;
}
