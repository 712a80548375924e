import { deletion } from '../deletion/report.ts';
import { badArgument, explain, type Failure } from '../failure.ts';
import type { Resource } from '../resources/resource.ts';
import { safe, shortText } from '../text/sanitise.ts';
import { fieldsNamed } from './columns.ts';
import type { Call, Ending, KindCall, Setting, Values } from './context.ts';
import { remove } from './delete.ts';
import { diagnose, diagnosisShape, healthOfAll } from './diagnose.ts';
import { failureText } from './errors.ts';
import { get } from './get.ts';
import { copyShape, entryShape, journal, trashList, trashShow } from './history.ts';
import { list } from './list.ts';
import type { Style } from './output.ts';
import { nounOf, OUTPUTS, type Output, type VerbName, verbs } from './verbs.ts';

/** A command as it was typed: the names of its row and of those above it, then its words and flags. */
export type Typed = {
  readonly path: readonly string[];
  readonly words: readonly string[];
  readonly values: Values;
};

/** What a verb does, and what it prints where that is not the records themselves. */
const RUNS: {
  readonly [N in VerbName]: { readonly run: (call: KindCall) => Promise<Ending>; readonly shape?: Resource };
} = {
  ls: { run: list },
  get: { run: get },
  delete: { run: remove, shape: deletion },
  diagnose: { run: diagnose, shape: diagnosisShape },
  health: { run: healthOfAll, shape: diagnosisShape },
};

type Task = { readonly shape: Resource; readonly run: (call: Call) => Promise<Ending> };

const KEPT: { readonly [path: string]: Task } = {
  journal: { shape: entryShape, run: journal },
  'trash ls': { shape: copyShape, run: trashList },
  'trash show': { shape: copyShape, run: trashShow },
};

/** What a command does, and the fields of what it prints. */
function taskOf(path: readonly string[], resources: readonly Resource[]): Task | undefined {
  const [noun, name] = path;
  const resource = resources.find(each => nounOf(each) === noun);
  const verb = verbs.find(each => each.name === name);
  if (resource === undefined || verb === undefined) return KEPT[path.join(' ')];
  return {
    shape: RUNS[verb.name].shape ?? resource,
    run: async call => {
      const service = await call.setting.connect();
      return 'kind' in service ? service : RUNS[verb.name].run({ ...call, resource, service });
    },
  };
}

const outputOf = ({ output }: Values): Output => OUTPUTS.find(each => each === output) ?? 'table';

function styleOf({ values }: Typed, shape: Resource, { io, now, hidesSecrets }: Setting): Style | Failure {
  const { columns, showSecrets } = values;
  const output = outputOf(values);
  if (showSecrets === true && hidesSecrets)
    return badArgument(safe`--show-secrets is forbidden here by --no-reveal or BOTSCOPE_NO_REVEAL.`);
  if (typeof columns === 'string' && output === 'name')
    return badArgument(safe`-o name prints ids and nothing else: leave --columns out.`);
  const only = typeof columns === 'string' ? fieldsNamed(shape, columns) : undefined;
  if (only?.ok === false) return badArgument(only.why);
  // A terminal is read now; what goes elsewhere is read later, so there times are exact.
  return {
    output,
    only: only?.value,
    reveals: showSecrets === true,
    clock: { now: now(), exact: io.width === undefined },
  };
}

async function endOf(typed: Typed, setting: Setting, resources: readonly Resource[]): Promise<Ending> {
  const task = taskOf(typed.path, resources);
  if (task === undefined) return badArgument(safe`There is no command "${shortText(typed.path.join(' '))}".`);
  const style = styleOf(typed, task.shape, setting);
  if ('kind' in style) return style;
  return task.run({ setting, words: typed.words, values: typed.values, style });
}

/** Carries out a command and answers with its exit code. A failure is said on standard error, by `-o json` as JSON. */
export async function runCommand(
  typed: Typed,
  setting: Setting,
  resources: readonly Resource[],
): Promise<number> {
  const ending = await endOf(typed, setting, resources);
  setting.io.progress(undefined);
  if ('code' in ending) return ending.code;
  setting.io.writeError(failureText(ending, outputOf(typed.values)));
  return explain(ending).exitCode;
}
