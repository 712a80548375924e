import { backupRecord, maskedBackup } from '../deletion/backup.ts';
import { type LastEntries, lastEntries, unfinishedDeletes, unreadableWords } from '../deletion/journal.ts';
import { badArgument, type Failure, localFile } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { backup, journalEntry } from '../resources/local-kinds.ts';
import type { Resource } from '../resources/resource.ts';
import { clean, escaped, type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { limitOf } from './list-query.ts';
import { type CommandCall, done, type Ending } from './shared/context.ts';
import { INCOMPLETE, joinReasons } from './shared/errors.ts';
import { listPrinter } from './shared/output.ts';

/** Returns how many entries `--limit` leaves out; undefined if none. */
function limitReason(all: readonly unknown[], call: CommandCall): SafeText | undefined {
  const older = all.length - limitOf(call.values);
  return older <= 0 ? undefined : safe`${older} older ones left out because of --limit.`;
}

/** Reads local files. An error becomes a failure. */
function readLocal<T>(read: () => T): T | Failure {
  try {
    return read();
  } catch (error) {
    return localFile(error);
  }
}

/** Prints the journal of deletes, the oldest entry first. */
export async function journal(call: CommandCall): Promise<Ending> {
  const { context, style } = call;
  const lines = readLocal(context.history.lines);
  if ('kind' in lines) return lines;
  const entries = lines.filter(line => line !== undefined);
  const unreadable = unreadableWords(lines.length - entries.length);
  const printer = listPrinter({ io: context.io, resource: entryShape, style });
  const rows = entries
    .slice(-limitOf(call.values))
    .map((entry): JsonObject => ({ ...entry, id: Object.values(entry.ids).at(-1) ?? null }));
  await printer.add(rows);
  await printer.end(joinReasons(limitReason(entries, call), unreadable));
  const open = unfinishedDeletes(entries).length;
  if (open > 0)
    context.io.remark(
      `botscope: ${counted(open, safe`delete`)} never finished: :unfinished in the explorer checks ${open === 1 ? 'it' : 'them'}.\n`,
    );
  if (unreadable !== undefined) context.io.remark(`botscope: ${unreadable}\n`);
  return unreadable === undefined ? done : { code: INCOMPLETE };
}

/** Returns a backup as the list prints it, without its contents; only its path if the file is none. */
function backupRow(path: string, text: string, entries: LastEntries): JsonObject {
  const { contents: _contents, problem, ...row } = backupRecord(path, text, entries);
  return problem === undefined ? row : { id: path };
}

export async function trashList(call: CommandCall): Promise<Ending> {
  const { context, style } = call;
  const { backups, backup: read } = context.history;
  const paths = readLocal(backups);
  if ('kind' in paths) return paths;
  const entries = lastEntries(context.history.entries);
  const printer = listPrinter({ io: context.io, resource: backupShape, style });
  for (const path of paths.slice(0, limitOf(call.values))) {
    const text = readLocal(() => read(path));
    if (!(await printer.add([backupRow(path, typeof text === 'string' ? text : '', entries)]))) break;
  }
  await printer.end(limitReason(paths, call));
  return done;
}

/** Prints one backup: JSON, secrets masked. */
export async function trashShow({ context, words }: CommandCall): Promise<Ending> {
  const [path] = words;
  if (path === undefined) return badArgument(safe`Which backup? botscope trash ls lists them.`);
  // Reads listed backups only, so that the argument cannot name any other file.
  const paths = readLocal(context.history.backups);
  if ('kind' in paths) return paths;
  if (!paths.includes(path))
    return badArgument(safe`Unknown backup "${clean(path, 80)}": botscope trash ls lists them.`);
  const text = readLocal(() => context.history.backup(path));
  if (typeof text !== 'string') return text;
  const masked = maskedBackup(text);
  if (masked === undefined) return badArgument(safe`${clean(path, 80)} is no backup that can be read.`);
  await context.io.write(escaped(masked));
  return done;
}

/** A journal entry as a command prints it. `id`: the id of the record. */
export const entryShape: Resource = {
  ...journalEntry,
  columns: [
    { title: safe`AT`, field: 'at', width: 17, rank: 1 },
    { title: safe`STAGE`, field: 'stage', width: 11, rank: 1 },
    { title: safe`KIND`, field: 'kind', width: 12, rank: 2 },
    { title: safe`ID`, field: 'id', width: 36, rank: 1 },
    { title: safe`STATUS`, field: 'status', width: 6, rank: 3, align: 'right' },
    { title: safe`SERVER AND WORKSPACE`, field: 'profile', width: 40, rank: 4 },
  ],
};

/** A backup as a command prints it. `id`: its path, which `trash show` takes. */
export const backupShape: Resource = {
  ...backup,
  columns: [
    { title: safe`FILE`, field: 'id', width: 60, rank: 1 },
    { title: safe`KIND`, field: 'kind', width: 12, rank: 3 },
    { title: safe`OUTCOME`, field: 'outcome', width: 11, rank: 2 },
    { title: safe`SAVED`, field: 'at', width: 17, rank: 2 },
  ],
};
