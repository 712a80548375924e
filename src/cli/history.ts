import { maskedBackup, readBackup } from '../deletion/backup.ts';
import { lastEntries, unfinishedDeletes, unreadableWords } from '../deletion/journal.ts';
import { badArgument, type Failure } from '../failure.ts';
import { backup, journalEntry } from '../resources/local-kinds.ts';
import { type Resource, withTitles } from '../resources/resource.ts';
import { clean, escaped, type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { limitOf } from './list.ts';
import { type CommandCall, done, type Ending } from './shared/context.ts';
import { INCOMPLETE, joinReasons, readLocal } from './shared/errors.ts';
import { listPrinter } from './shared/output.ts';

export const entryShape: Resource = {
  ...journalEntry,
  columns: withTitles([
    { field: 'at', width: 20, rank: 1 },
    ...journalEntry.columns.filter(({ field }) => ['stage', 'kind'].includes(field)),
    { field: 'id', width: 36, rank: 1 },
    { field: 'status', width: 6, rank: 3, align: 'right' },
    { title: safe`SERVER AND WORKSPACE`, field: 'profile', width: 40, rank: 4 },
  ]),
};

/** `id`: its path, which `trash show` takes. */
export const backupShape: Resource = {
  ...backup,
  columns: withTitles([
    { title: safe`FILE`, field: 'id', width: 60, rank: 1 },
    { field: 'kind', width: 12, rank: 3 },
    { field: 'outcome', width: 11, rank: 2 },
    { title: safe`SAVED`, field: 'at', width: 20, rank: 2 },
  ]),
};

function limitReason(all: readonly unknown[], call: CommandCall): SafeText | undefined {
  const older = all.length - limitOf(call.values);
  return older <= 0 ? undefined : safe`${older} older ones left out because of --limit.`;
}

export async function journal(call: CommandCall): Promise<Ending> {
  const { io, history } = call.context;
  const lines = readLocal(history.journal.lines);
  if ('kind' in lines) return lines;
  const entries = lines.filter(line => line !== undefined);
  const unreadable = unreadableWords(lines.length - entries.length);
  const printer = listPrinter({ ...call, resource: entryShape });
  await printer.add(
    entries
      .slice(-limitOf(call.values))
      .map(entry => ({ ...entry, id: Object.values(entry.ids).at(-1) ?? null })),
  );
  await printer.end(joinReasons(limitReason(entries, call), unreadable));
  const open = unfinishedDeletes(entries).length;
  const them = open === 1 ? 'it' : 'them';
  if (open > 0)
    io.remark(
      `botscope: ${counted(open, safe`delete`)} never finished: :unfinished in the explorer checks ${them}.\n`,
    );
  if (unreadable === undefined) return done;
  io.remark(`botscope: ${unreadable}\n`);
  return { code: INCOMPLETE };
}

/** Prints no contents; of a file that is no backup only its path. */
export async function trashList(call: CommandCall): Promise<Ending> {
  const { journal, backups } = call.context.history;
  const paths = readLocal(backups.list);
  if ('kind' in paths) return paths;
  const entries = lastEntries(journal.entries);
  const printer = listPrinter({ ...call, resource: backupShape });
  for (const path of paths.slice(0, limitOf(call.values))) {
    const { contents: _contents, problem, ...row } = readBackup(backups, path, entries);
    if (!(await printer.add([problem === undefined ? row : { id: path }]))) break;
  }
  await printer.end(limitReason(paths, call));
  return done;
}

/** An argument cannot name any other file. */
export function listedBackup({ context }: CommandCall, path: string): string | Failure {
  const { backups } = context.history;
  const paths = readLocal(backups.list);
  if ('kind' in paths) return paths;
  if (paths.includes(path)) return readLocal(() => backups.read(path));
  return badArgument(safe`Unknown backup "${clean(path, 80)}": botscope trash ls lists them.`);
}

export async function trashShow(call: CommandCall): Promise<Ending> {
  const [path] = call.words;
  if (path === undefined) return badArgument(safe`Which backup? botscope trash ls lists them.`);
  const listed = listedBackup(call, path);
  if (typeof listed !== 'string') return listed;
  const masked = maskedBackup(listed);
  if (masked === undefined) return badArgument(safe`${clean(path, 80)} is not a backup that can be read.`);
  await call.context.io.write(escaped(masked));
  return done;
}
