import type { DeleteResult } from '../../../deletion/delete.ts';
import { deletion, resultRecord } from '../../../deletion/report.ts';
import { failedReadResult } from '../../../deletion/results.ts';
import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import type { Chosen, Removing, RemovingMany, Victim } from '../../state/dialogs.ts';
import { emptyEditor } from '../../state/text-field.ts';
import { victimId } from './many-rules.ts';

/** Returns the result of a victim. One without a result was left out, could not be read, or was not begun. */
function resultOf({ ref, failure, record, isLeftOut, result }: Victim): DeleteResult {
  if (typeof result === 'object') return result;
  if (isLeftOut) return { end: 'unsent', why: safe`left out` };
  if (failure === undefined) return { end: 'unsent', why: safe`not begun` };
  // A 404 of what a list has shown means that it is gone, unless it is an ordinary answer.
  return failedReadResult(failure, record !== undefined && resourceOf(ref.kind).missingHint === undefined);
}

function row({ since }: RemovingMany, victim: Victim): JsonObject {
  const { ref, name } = victim;
  const isNamed = name !== clean(victimId(resourceOf(ref.kind), victim), 80);
  return resultRecord({ ref, name: isNamed ? name : undefined, result: resultOf(victim), at: since });
}

/** What came of each of several deletes, to be saved to a file. */
export function reportOf(dialog: RemovingMany): Chosen {
  const plural = clean(resourceOf(dialog.recordKind).plural.toLowerCase());
  return {
    resource: deletion,
    records: dialog.victims.map(victim => row(dialog, victim)),
    kind: 'list',
    what: safe`what came of ${dialog.victims.length} ${plural}`,
  };
}

/** The end of a single delete as a receipt: what was sent and what was answered, nothing of the record itself. */
export function receiptOf(
  { ref, name }: Pick<Removing, 'ref' | 'name'>,
  result: DeleteResult,
  { now, words }: { readonly now: number; readonly words: SafeText },
): RemovingMany {
  const times = { openedAt: now, typedAt: now, since: now, graceMs: 0 };
  const victims = [{ ref, name, result }];
  const field = { editor: emptyEditor, isInList: false, cursor: 0 };
  return {
    kind: 'remove-many',
    recordKind: ref.kind,
    victims,
    phase: 'done',
    hint: words,
    ...field,
    ...times,
  };
}
