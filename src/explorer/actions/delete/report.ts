import type { DeleteResult } from '../../../deletion/delete.ts';
import { deletion, resultRecord } from '../../../deletion/report.ts';
import { failedReadResult } from '../../../deletion/results.ts';
import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { countedRecords } from '../../../resources/resource.ts';
import { safe } from '../../../text/sanitise.ts';
import type { DeleteDialog, DeleteTarget, SaveSelection } from '../../state/dialogs.ts';
import { isNamed } from './targets.ts';

/** Returns the result of a target. Without one it could not be read, or was not started. */
function resultOf({ ref, failure, record, result }: DeleteTarget): DeleteResult {
  if (typeof result === 'object') return result;
  if (failure === undefined) return { end: 'unsent', why: safe`not started` };
  // A 404 for a record that a list has shown means that it is gone, unless a 404 is ordinary for its kind.
  return failedReadResult(failure, record !== undefined && resourceOf(ref.kind).missingHint === undefined);
}

function reportRecord({ since }: DeleteDialog, target: DeleteTarget): JsonObject {
  const { ref, name } = target;
  return resultRecord({ ref, name: isNamed(target) ? name : undefined, result: resultOf(target), at: since });
}

/** Returns the results as records, to be saved to a file. A receipt: ids, time and status, nothing else. */
export function reportOf(dialog: DeleteDialog): SaveSelection {
  const targets = countedRecords(resourceOf(dialog.recordKind), dialog.targets.length);
  return {
    resource: deletion,
    records: dialog.targets.map(target => reportRecord(dialog, target)),
    kind: 'list',
    description: safe`the results of deleting ${targets}`,
  };
}
