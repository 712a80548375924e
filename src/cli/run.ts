import { badArgument, explain } from '../failure.ts';
import type { Resource } from '../resources/resource.ts';
import { allOf } from '../text/result.ts';
import { clean, safe, shortText } from '../text/sanitise.ts';
import type { CommandFlags, TypedCommand } from './arguments/parse.ts';
import { taskOf } from './command-table.ts';
import { fieldPath } from './list.ts';
import { type CommandContext, done, type Ending, type Io, OUTPUTS, type Output } from './shared/context.ts';
import { failureText } from './shared/errors.ts';

const outputOf = ({ output, json }: CommandFlags): Output =>
  OUTPUTS.find(each => each === (json === undefined ? output : 'json')) ?? 'table';

function styleOf({ values }: TypedCommand, shape: Resource, { io, now, hidesSecrets }: CommandContext) {
  const { columns, json, showSecrets, noHeaders } = values;
  const output = outputOf(values);
  if (showSecrets === true && hidesSecrets)
    return badArgument(safe`--show-secrets does not work with --no-reveal or BOTSCOPE_NO_REVEAL.`);
  if (typeof columns === 'string' && (output === 'id' || output === 'name'))
    return badArgument(
      safe`-o ${clean(output)} prints only ids: leave --columns out. Names: --columns name -o text.`,
    );
  if (json !== undefined && (columns ?? values['output']) !== undefined)
    return badArgument(safe`--json prints JSON of its own fields: leave -o and --columns out.`);
  const [flag, names] = json === undefined ? ['--columns', columns] : ['--json', json];
  const only =
    typeof names === 'string' ? allOf(names.split(',').map(path => fieldPath(shape, flag, path))) : undefined;
  if (only?.ok === false) return badArgument(only.why);
  // Ages suit a terminal, which is read now. Anything else may be read later, so its times are exact.
  return {
    output,
    only: only?.value,
    reveals: showSecrets === true,
    clock: { now: now(), exact: io.width === undefined },
    hasHeaders: noHeaders !== true,
    isBare: json !== undefined,
  };
}

function ioOf(io: Io, { color, quiet, output }: CommandFlags): Io {
  const none = () => undefined;
  // A runner of GitHub takes what follows `##[` anywhere in a line for a command.
  const broken = (text: string) => (output === 'github' ? text.replaceAll('##[', '## [') : text);
  return {
    ...io,
    writeError: text => io.writeError(broken(text)),
    hasColours: color === 'always' || (color !== 'never' && io.hasColours),
    remark: text => io.remark(broken(text)),
    ...(quiet === true && { progress: none, remark: none }),
  };
}

async function runTask(typed: TypedCommand, context: CommandContext, resources: readonly Resource[]) {
  const task = taskOf(typed.path, resources);
  if (task === undefined) return badArgument(safe`Unknown command: ${shortText(typed.path.join(' '))}.`);
  if (typed.values['schema'] === true && task.schema !== undefined) {
    await context.io.write(`${JSON.stringify(task.schema(), undefined, 2)}\n`);
    return done;
  }
  const style = styleOf(typed, task.shape, context);
  if ('kind' in style) return style;
  return task.run({ context, words: typed.words, values: typed.values, style });
}

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
  const help = safe`See botscope ${clean(typed.path.join(' '))} --help.`;
  const failure = ending.kind === 'bad-argument' ? { choices: [help], ...ending } : ending;
  io.writeError(failureText(failure, outputOf(typed.values)));
  return explain(ending).exitCode;
}
