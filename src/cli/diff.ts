import { backupRecord } from '../deletion/backup.ts';
import { pathWords } from '../diff/change-words.ts';
import { type Comparison, compareRecords, countWords, type Side, sortChanges } from '../diff/comparison.ts';
import { parsePlace, refText } from '../explorer/state/place-text.ts';
import { badArgument, type Failure } from '../failure.ts';
import { isObject, type JsonObject, member } from '../json/json.ts';
import { ownId, ownIdName } from '../resources/record-ids.ts';
import { resourceOf } from '../resources/registry.ts';
import { nameOf, type Ref, type Resource } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { epoch, exact } from '../text/units.ts';
import { printChanges } from './changes.ts';
import { type CommandCall, done, type Ending, type Service } from './shared/context.ts';
import { fileFailure, INCOMPLETE } from './shared/errors.ts';
import { readOne } from './shared/reads.ts';

/** Returns which record a side is: its name, its place, and when it was like that. */
function sideWords(resource: Resource, { ref, record, at }: Side, isEarlier: boolean): SafeText {
  const time = isEarlier ? safe`, as of ${exact(new Date(at).toISOString())}` : safe``;
  return safe`${nameOf(resource, record)} (${clean(refText(ref), 200)}${time})`;
}

/** Prints the changes on standard output; what was compared and ignored on standard error. */
async function printComparison(
  call: CommandCall,
  comparison: Comparison,
  isEarlier: boolean,
): Promise<Ending> {
  const {
    style,
    context: { io },
  } = call;
  const { resource, before, after, difference } = comparison;
  const { relevant, varying } = sortChanges(comparison);
  const { more } = difference;
  io.remark(
    `botscope: - ${sideWords(resource, before, isEarlier)}\nbotscope: + ${sideWords(resource, after, false)}\n`,
  );
  // A table without rows would only be a title.
  if (relevant.length > 0 || style.output !== 'table')
    await printChanges(call, comparison, { changes: relevant, more });
  const names = joinSafe(
    varying.map(({ path }) => pathWords(comparison, path)),
    ', ',
  );
  if (varying.length > 0) io.remark(`botscope: ignored, because they always differ: ${names}\n`);
  io.remark(`botscope: ${relevant.length === 0 ? safe`no differences` : countWords(relevant, { more })}\n`);
  if (more > 0) return { code: INCOMPLETE };
  return relevant.length === 0 ? done : { code: 1 };
}

type Earlier = { readonly record: JsonObject; readonly at: number; readonly ref?: Ref };

type EarlierRequest = { readonly service: Service; readonly ref: Ref; readonly since: string };

/** Returns the backup of `trash ls` with this path as an earlier version of a record. */
function backupVersion(
  { context }: CommandCall,
  { service, ref, since: path }: EarlierRequest,
): Earlier | Failure {
  try {
    // Reads listed backups only, so that the argument cannot name any other file.
    if (!context.history.backups().includes(path))
      return badArgument(safe`Unknown backup "${clean(path, 80)}": botscope trash ls lists them.`);
    const backup = backupRecord(path, context.history.backup(path));
    const contents = member(backup, 'contents');
    if (!isObject(contents)) return badArgument(safe`${clean(path, 80)} is no backup that can be read.`);
    if (member(backup, 'kind') !== ref.kind)
      return badArgument(safe`${clean(path, 80)} is the backup of another kind of record.`);
    const from = member(backup, 'profile');
    if (from !== service.deleteStorage.profile)
      return badArgument(
        safe`${clean(path, 80)} is a backup of another server or workspace: ${clean(String(from), 200)}.`,
      );
    const id = ownId(contents);
    const own = id === undefined ? {} : { [ownIdName(resourceOf(ref.kind))]: id };
    const at = epoch(String(member(backup, 'at'))) ?? 0;
    return { record: contents, at, ref: { ...ref, ids: { ...ref.ids, ...own } } };
  } catch (error) {
    return fileFailure(error);
  }
}

/** Returns the earlier version that `--since` names: the last one seen in the explorer, or a backup. */
function earlierVersion(call: CommandCall, request: EarlierRequest): Earlier | Failure {
  const { service, ref, since } = request;
  if (since !== 'last') return backupVersion(call, request);
  const place = clean(refText(ref), 200);
  return (
    service.lastSeen(ref) ?? {
      kind: 'no-version',
      detail: safe`No last version: the explorer has not shown ${place} yet`,
    }
  );
}

const EXAMPLE = safe`For example: botscope diff bot/<id> bot/<id>, or botscope diff bot/<id> --since last`;

/** Returns the records that the words name; all of the same kind. */
function refsOfPlaces(words: readonly string[]): readonly Ref[] | Failure {
  const places = words.map(parsePlace);
  const refs = places.flatMap(place => (place.kind === 'record' ? [place.ref] : []));
  const wrong = words[places.findIndex(({ kind }) => kind !== 'record')];
  if (wrong !== undefined)
    return badArgument(safe`"${clean(wrong, 80)}" is not the place of one record. ${EXAMPLE}`);
  return refs.some(({ kind }) => kind !== refs[0]?.kind)
    ? badArgument(safe`Only records of one kind can be compared.`)
    : refs;
}

/** Compares two records, or a record with an earlier version. Exit code 1 if they differ. */
export async function diff(call: CommandCall): Promise<Ending> {
  const { words, values, context } = call;
  const { since } = values;
  const refs = refsOfPlaces(words);
  if ('kind' in refs) return refs;
  const [first, second] = refs;
  if (first === undefined || (second === undefined) === (since === undefined))
    return badArgument(safe`Compare which two versions? ${EXAMPLE}`);
  const resource = resourceOf(first.kind);
  const service = await context.connect();
  if ('kind' in service) return service;
  const earlier =
    typeof since === 'string' ? earlierVersion(call, { service, ref: first, since }) : undefined;
  if (earlier !== undefined && 'kind' in earlier) return earlier;
  const refAfter = second ?? first;
  const kindCall = { ...call, resource, service };
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
