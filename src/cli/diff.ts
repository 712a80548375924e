import { backupRecord } from '../deletion/backup.ts';
import {
  type Comparison,
  changeWords,
  compareRecords,
  countWords,
  pathText,
  pathWords,
  type Side,
  sortChanges,
} from '../diff/comparison.ts';
import type { Change } from '../diff/diff.ts';
import { refText } from '../explorer/state/place-text.ts';
import { badArgument, type Failure } from '../failure.ts';
import { isObject, type JsonObject } from '../json/json.ts';
import { choice, free, type Tone, text } from '../resources/field.ts';
import { resourceOf } from '../resources/registry.ts';
import { defineResource, nameOf, ownId, type Ref, type Resource, refTo } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { epoch, exact } from '../text/units.ts';
import { listedBackup } from './history.ts';
import { type CommandCall, done, type Ending, type KindCall, type Service } from './shared/context.ts';
import { INCOMPLETE } from './shared/errors.ts';
import { namedRecords } from './shared/names.ts';
import { listPrinter } from './shared/output.ts';
import { readOne } from './shared/reads.ts';
import { coloured, hangingLines, tableWidth } from './shared/table.ts';

/** Values are in words in a table, else JSON. */
export const changeShape: Resource = defineResource({
  kind: 'changes',
  title: safe`Change`,
  ids: ['path'],
  fields: {
    change: choice({ changed: 'warn', added: 'good', removed: 'bad', moved: 'warn' }),
    path: text,
    before: free,
    after: free,
  },
  columns: [
    { field: 'change', width: 7, rank: 1 },
    { title: safe`FIELD`, field: 'path', width: 24, rank: 1 },
    { field: 'before', as: text, width: 20, rank: 1, isProse: true },
    { field: 'after', as: text, width: 20, rank: 1, isProse: true },
  ],
});

/** A terminal too narrow for the table has values below their field. */
async function printChanges(call: CommandCall, comparison: Comparison, changes: readonly Change[]) {
  const { style, context } = call;
  const { io } = context;
  const { width } = io;
  const { more } = comparison.difference;
  const inWords = style.output === 'table' || style.output === 'md';
  const wordsOf = (change: Change) => changeWords(change, comparison.resource.fields, style.clock);
  const record = (change: Change): JsonObject => {
    const { kind, path } = change;
    const { before = null, after = null } = wordsOf(change);
    if (inWords) return { change: kind, path: pathWords(comparison, path), before, after };
    return {
      change: kind,
      path: pathText(path),
      ...('before' in change && { before: change.before }),
      ...('after' in change && { after: change.after }),
    };
  };
  const lines = (change: Change, room: number): readonly string[] => {
    const { before, after } = wordsOf(change);
    const value = (sign: SafeText, words: SafeText | undefined, tone: Tone): readonly string[] =>
      words === undefined
        ? []
        : hangingLines(sign, words, room).map(line => coloured(line, tone, io.hasColours));
    return [
      ...hangingLines(safe`${clean(change.kind)} `, pathWords(comparison, change.path), room),
      ...value(safe`  - `, before, 'bad'),
      ...value(safe`  + `, after, 'good'),
    ];
  };
  if (style.output === 'table' && width !== undefined && width < tableWidth(changeShape)) {
    const all = changes.flatMap(change => lines(change, width));
    return void (await io.write(all.map(line => `${line}\n`).join('')));
  }
  const isWhole = style.output === 'table' && width === undefined;
  const only = isWhole ? Object.keys(changeShape.fields) : undefined;
  const printer = listPrinter({ context, resource: changeShape, style: { ...style, only } });
  await printer.add(changes.map(record));
  await printer.end(more === 0 ? undefined : safe`${more} more differences are left out.`);
}

function sideWords(resource: Resource, { ref, record, at }: Side, isEarlier: boolean): SafeText {
  const time = isEarlier && safe`, as of ${exact(new Date(at).toISOString())}`;
  return safe`${nameOf(resource, record)} (${clean(refText(ref), 200)}${time})`;
}

async function printComparison(call: CommandCall, comparison: Comparison, isEarlier: boolean) {
  const { remark } = call.context.io;
  const { resource, before, after, difference } = comparison;
  const { relevant, varying } = sortChanges(comparison);
  const { more } = difference;
  remark(`botscope: - ${sideWords(resource, before, isEarlier)}\n`);
  remark(`botscope: + ${sideWords(resource, after, false)}\n`);
  // A table without rows would only be a title.
  if (relevant.length > 0 || call.style.output !== 'table') await printChanges(call, comparison, relevant);
  const names = varying.map(({ path }) => pathWords(comparison, path));
  if (varying.length > 0) remark(`botscope: ignored, because they always differ: ${joinSafe(names)}\n`);
  remark(`botscope: ${relevant.length === 0 ? safe`no differences` : countWords(relevant, { more })}\n`);
  if (more > 0) return { code: INCOMPLETE };
  return relevant.length === 0 ? done : { code: 1 };
}

type Earlier = Readonly<{ record: JsonObject; at: number; ref?: Ref }>;

function backupVersion(call: CommandCall, service: Service, ref: Ref, path: string): Earlier | Failure {
  const listed = listedBackup(call, path);
  if (typeof listed !== 'string') return listed;
  const { contents, kind, profile, at } = backupRecord(path, listed);
  const shown = clean(path, 80);
  if (!isObject(contents)) return badArgument(safe`${shown} is not a backup that can be read.`);
  if (kind !== ref.kind) return badArgument(safe`${shown} is the backup of another kind of record.`);
  if (profile !== service.deleteStorage.profile)
    return badArgument(
      safe`${shown} is a backup of another server or workspace: ${clean(String(profile), 200)}.`,
    );
  const id = ownId(contents);
  const own = id === undefined ? ref : refTo(resourceOf(ref.kind), id, ref.ids);
  return { record: contents, at: epoch(String(at)) ?? 0, ref: own };
}

function earlierVersion(call: CommandCall, service: Service, ref: Ref, since: string): Earlier | Failure {
  if (since !== 'last') return backupVersion(call, service, ref, since);
  const detail = safe`No last version: the explorer has not shown ${clean(refText(ref), 200)} yet`;
  return service.lastSeen(ref) ?? { kind: 'no-version', detail };
}

const EXAMPLE = safe`For example: botscope diff <bot> <bot>, or botscope diff <bot> --since last`;

export async function diff(call: KindCall): Promise<Ending> {
  const { words, values, context, service } = call;
  const { since } = values;
  const named = namedRecords(call, words, EXAMPLE);
  if (!named.ok) return badArgument(named.why);
  if (words.length === 0 || words.length > 1 === (since !== undefined))
    return badArgument(safe`Compare which two versions? ${EXAMPLE}`);
  const { resource, load } = named.value;
  const refs = await load();
  if ('kind' in refs) return refs;
  const [first = refTo(resource, ''), second] = refs;
  const earlier = typeof since === 'string' ? earlierVersion(call, service, first, since) : undefined;
  if (earlier !== undefined && 'kind' in earlier) return earlier;
  const refAfter = second ?? first;
  const kindCall = { ...call, resource };
  const [read, later] = await Promise.all([
    earlier === undefined ? readOne(kindCall, first) : undefined,
    readOne(kindCall, refAfter),
  ]);
  if (read?.ok === false) return read.failure;
  if (!later.ok) return later.failure;
  const masked = compareRecords(resource, earlier?.record ?? read?.value ?? {}, later.value);
  const comparison: Comparison = {
    resource,
    before: { ref: earlier?.ref ?? first, record: masked.before, at: earlier?.at ?? context.now() },
    after: { ref: refAfter, record: masked.after, at: context.now() },
    isSnapshot: since === 'last',
    isFirst: false,
    difference: masked.difference,
  };
  return printComparison(call, comparison, earlier !== undefined);
}
