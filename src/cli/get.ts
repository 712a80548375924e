import type { JsonObject } from '../json/json.ts';
import { withDerivedFields } from '../resources/fields.ts';
import { done, type Ending, type KindCall } from './shared/context.ts';
import { refsOf } from './shared/ids.ts';
import { listPrinter, printRecord } from './shared/output.ts';
import { endingOf, omittedReason, readEach, readOne } from './shared/reads.ts';

export async function get(call: KindCall): Promise<Ending> {
  const { resource, context, style } = call;
  const refs = await refsOf(call, 'get');
  if ('kind' in refs) return refs;
  const whole = (record: JsonObject): JsonObject =>
    style.only === undefined ? record : withDerivedFields(resource, record, style.clock);
  const [first] = refs;
  if (refs.length === 1 && first !== undefined && call.values['stdin'] !== true) {
    const outcome = await readOne(call, first);
    if (!outcome.ok) {
      const isAbsent = outcome.failure.kind === 'not-found' && resource.missingHint !== undefined;
      if (isAbsent && style.output === 'table') context.io.remark(`${resource.missingHint}\n`);
      return outcome.failure;
    }
    await printRecord(call, whole(outcome.value), first);
    return done;
  }
  // Full records fill all columns of rows, not only those of a list.
  const isRow = style.output === 'csv' || style.output === 'text';
  const only = style.only ?? (isRow ? Object.keys(resource.fields) : undefined);
  const printer = listPrinter({ ...call, style: { ...style, only } });
  const omitted = await readEach(call, refs, printer, record => printer.add([whole(record)]));
  await printer.end(omittedReason(omitted));
  return endingOf(refs.length, omitted);
}
