import { unfinishedDeletes } from '../deletion/journal.ts';
import { deletion } from '../deletion/report.ts';
import { badArgument, badSetting, type Failure } from '../failure.ts';
import { isObject, type JsonObject, member, parseJson } from '../json/json.ts';
import { count, id, text, time } from '../resources/field.ts';
import { defineResource, type Resource } from '../resources/resource.ts';
import { clean, escaped, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { type CommandCall, done, type Ending } from './context.ts';
import { listPrinter } from './output.ts';

/** The value of `--limit`. */
const limitOf = ({ values }: CommandCall): number =>
  typeof values['limit'] === 'string' ? Number(values['limit']) : Number.POSITIVE_INFINITY;

/** Why the output is not complete: --limit; undefined when nothing is left out. */
function omittedReason(all: readonly unknown[], call: CommandCall): SafeText | undefined {
  const older = all.length - limitOf(call);
  return older <= 0 ? undefined : safe`${older} older left out by --limit.`;
}

/** Returns the contents of a file on this machine, or why it cannot be read. */
function readLocal<T>(read: () => T): T | Failure {
  try {
    return read();
  } catch (error) {
    return badSetting(shortText(error instanceof Error ? error.message : 'a file cannot be read'));
  }
}

/** The journal of deletes, the oldest first. */
export async function journal(call: CommandCall): Promise<Ending> {
  const { context, style } = call;
  const entries = readLocal(context.history.entries);
  if ('kind' in entries) return entries;
  const printer = listPrinter({ io: context.io, resource: entryShape, style });
  const rows = entries
    .slice(-limitOf(call))
    .map((entry): JsonObject => ({ ...entry, id: Object.values(entry.ids).at(-1) ?? null }));
  await printer.add(rows);
  await printer.end(omittedReason(entries, call));
  const open = unfinishedDeletes(entries).length;
  if (open > 0)
    context.io.writeError(
      `botscope: of ${open} delete${open === 1 ? '' : 's'} the end is not known: :unfinished in the explorer looks it up.\n`,
    );
  return done;
}

/** Returns the header of a backup; nothing where the file is not one. */
function backupHeader(text: string): JsonObject {
  try {
    const copy = parseJson(text);
    if (!isObject(copy)) return {};
    const { kind = null, at = null } = copy;
    return { kind, at, record: member(member(copy, 'record'), 'id') ?? null };
  } catch {
    return {};
  }
}

/** Prints the copies of deleted records, the newest first. */
export async function trashList(call: CommandCall): Promise<Ending> {
  const { context, style } = call;
  const { backups, backup } = context.history;
  const paths = readLocal(backups);
  if ('kind' in paths) return paths;
  const printer = listPrinter({ io: context.io, resource: backupShape, style });
  for (const path of paths.slice(0, limitOf(call))) {
    const text = readLocal(() => backup(path));
    const head = typeof text === 'string' ? backupHeader(text) : {};
    if (!(await printer.add([{ id: path, ...head }]))) break;
  }
  await printer.end(omittedReason(paths, call));
  return done;
}

/** One copy as it was kept: JSON, secrets masked. */
export async function trashShow({ context, words }: CommandCall): Promise<Ending> {
  const [path] = words;
  if (path === undefined) return badArgument(safe`Which copy? botscope trash ls lists them.`);
  // Nothing but what is listed is read: the word names no other file of this machine.
  const paths = readLocal(context.history.backups);
  if ('kind' in paths) return paths;
  if (!paths.includes(path))
    return badArgument(safe`There is no copy "${clean(path, 80)}": botscope trash ls lists them.`);
  const text = readLocal(() => context.history.backup(path));
  if (typeof text !== 'string') return text;
  await context.io.write(escaped(text));
  return done;
}

const shared = { aliases: [], ids: ['id'], sections: [], children: [] };

/** One line of the journal. */
export const entryShape: Resource = defineResource({
  ...shared,
  kind: 'journal',
  title: safe`Journal entry`,
  plural: safe`Journal`,
  fields: {
    at: time,
    stage: text,
    kind: text,
    id,
    status: count,
    ms: count,
    method: text,
    path: text,
    profile: text,
    delete: text,
  },
  columns: [
    { title: safe`AT`, field: 'at', width: 17, rank: 1 },
    { title: safe`STAGE`, field: 'stage', width: 11, rank: 1 },
    { title: safe`KIND`, field: 'kind', width: 12, rank: 2 },
    { title: safe`ID`, field: 'id', width: 36, rank: 1 },
    { title: safe`STATUS`, field: 'status', width: 6, rank: 3, align: 'right' },
    { title: safe`SERVER AND WORKSPACE`, field: 'profile', width: 40, rank: 4 },
  ],
  nameField: undefined,
});

/** A copy of a record that was to be deleted: its id is the file. */
export const backupShape: Resource = defineResource({
  ...shared,
  kind: 'trash',
  title: safe`Copy`,
  plural: safe`Trash`,
  fields: { id, kind: text, record: text, at: time },
  columns: [
    { title: safe`FILE`, field: 'id', width: 60, rank: 1 },
    { title: safe`KIND`, field: 'kind', width: 12, rank: 3 },
    { title: safe`COPIED`, field: 'at', width: 17, rank: 2 },
  ],
  nameField: undefined,
});

/** A request that a delete would send, and its result: that it was only played. */
export const requestShape: Resource = defineResource({
  ...shared,
  kind: 'requests',
  title: safe`Request`,
  plural: safe`Requests`,
  fields: { method: text, url: text, header: text, ...deletion.fields },
  columns: [],
  nameField: undefined,
});
