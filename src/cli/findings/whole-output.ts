import { deleteChanges } from '../../deletion/journal.ts';
import { placeText } from '../../explorer/state/place-text.ts';
import { badArgument, type Failure } from '../../failure.ts';
import { postText } from '../../formats/post.ts';
import { causeRecord, causeRow } from '../../resources/cause.ts';
import { changeRows, changesBefore, changesOf } from '../../resources/changes.ts';
import { change } from '../../resources/local-kinds.ts';
import { countedRecords, type Resource } from '../../resources/resource.ts';
import { clean, safe } from '../../text/sanitise.ts';
import { type KindCall, nounOf } from '../shared/context.ts';
import { joinReasons, readLocal } from '../shared/errors.ts';
import { listPrinter } from '../shared/output.ts';
import { causeCount, causesOf, type HealthReport, summaryOf } from './report.ts';
import { isReportFormat, reportFormats } from './report-formats.ts';
import { causeShape } from './shapes.ts';

/** The last two print lists that a check of all bots makes. */
export type HealthVerb = 'diagnose' | 'health' | 'causes' | 'changes';

export const isBotList = (verb: HealthVerb) => verb === 'causes' || verb === 'changes';

export type PrintWhole = (report: HealthReport) => Promise<Failure | boolean | undefined>;

/** Of the worst cause, or the one that the filter names. */
function postOf(report: HealthReport, { resource, values }: KindCall) {
  const { checked, missing, unread, gap, filter } = report;
  const wanted = /\bcause(?::|==?)([0-9a-f]{8})\b/.exec(String(values['filter']))?.[1];
  const found = causesOf(report).find(({ id }) => wanted === undefined || id === wanted);
  if (found === undefined) return `${summaryOf(report)}\n`;
  const { kind, variant } = resource;
  const isDev = values['dev'] === true && variant !== undefined;
  const place = { screen: 'list' as const, kind, ids: {}, ...(isDev && { variant: variant.name }) };
  const total = checked.length + unread.length;
  const hasMore = gap !== undefined || (missing !== undefined && unread.length === 0);
  const matching = filter && safe` that match ${filter}`;
  const partly = checked.filter(({ isPartial }) => isPartial).length;
  const gaps = partly === 0 ? undefined : safe`parts of ${countedRecords(resource, partly)}.`;
  return postText({
    cause: found,
    names: found.bots.map(({ label }) => label),
    count: causeCount(report, found),
    checked: safe`${checked.length} of ${total}${hasMore && safe`+`} ${clean(nounOf(resource))}${matching}`,
    unchecked: joinReasons(missing, gaps),
    changes: changesBefore(
      found,
      found.bots.map(({ history }) => history),
    ),
    place: placeText(place, { filter: `cause:${found.id}` }) ?? '',
  });
}

const isUnread = ({ checked, missing }: HealthReport) => checked.length === 0 && missing !== undefined;

/** Objects have the members of a cause, rows the columns of the screen. */
async function printCauseList(report: HealthReport, call: KindCall): Promise<undefined> {
  if (isUnread(report)) return undefined;
  const { output, only, clock } = call.style;
  const isRow = !['json', 'ndjson', 'yaml'].includes(output);
  const rows = causesOf(report).map(each => {
    const [row, object] = [causeRow(each, causeCount(report, each)), causeRecord(each)];
    if (only === undefined) return isRow ? row : object;
    return isRow ? { ...object, ...row } : { ...row, since: null, ...object };
  });
  const style = { ...call.style, clock: { ...clock, exact: false } };
  const printer = listPrinter({ ...call, resource: causeShape, style });
  await printer.add(rows);
  await printer.end(report.missing);
  return undefined;
}

const { id: _id, ...changeFields } = change.fields;

/** A change as a command prints it, at the end the column that is never cut in a pipe. */
export const workspaceChange: Resource = {
  ...change,
  fields: changeFields,
  columns: ['when', 'name', 'source', 'what'].flatMap(
    name => change.columns.find(({ field }) => field === name) ?? [],
  ),
};

async function printChanges(report: HealthReport, call: KindCall): Promise<Failure | undefined> {
  if (isUnread(report)) return undefined;
  const { journal, profile } = call.service.deleteStorage;
  const deletes = readLocal(() => deleteChanges(journal.entries(), profile));
  if ('kind' in deletes) return deletes;
  const histories = report.checked.map(({ history }) => history);
  const printer = listPrinter({ ...call, resource: workspaceChange });
  await printer.add(changeRows([...histories.flatMap(changesOf), ...deletes]));
  await printer.end(report.missing);
  if (histories.every(({ length }) => length < 2))
    call.context.io.remark(
      'botscope: No earlier check on this machine differs: these are times that the server itself gives.\n',
    );
  return undefined;
}

/** Undefined if its diagnoses are printed: Markdown does if `--columns` names their fields. */
export function wholePrinterOf(call: KindCall, verb: HealthVerb): PrintWhole | Failure | undefined {
  const { context, values, style } = call;
  const { output } = values;
  if (verb === 'causes') return report => printCauseList(report, call);
  if (verb === 'changes') return report => printChanges(report, call);
  if (values['post'] === true)
    return (output ?? style.only) === undefined
      ? report => context.io.write(postOf(report, call))
      : badArgument(safe`--post prints a post: leave -o and --columns out.`);
  if (!isReportFormat(output) || (output === 'md' && style.only !== undefined)) return undefined;
  return style.only === undefined
    ? report => context.io.write(reportFormats[output](report))
    : badArgument(safe`-o ${clean(output)} prints a whole report: leave --columns out.`);
}
