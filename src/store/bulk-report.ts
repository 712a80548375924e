import type { JsonObject } from '../api/json.ts';
import type { Result } from '../deleting/delete-one.ts';
import { explain, type Failure, type Sent } from '../failure.ts';
import { deletion } from '../resources/deletion.ts';
import { resourceOf } from '../resources/index.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { emptyEditor } from './editor.ts';
import type { Removing } from './overlay.ts';
import type { RemovingMany, Victim } from './removing-many.ts';
import type { Chosen } from './saving.ts';
import { victimId } from './victims.ts';

/** What a result says of its failure; undefined where it names none. */
function failureOf({ failure, result }: Victim): Failure | undefined {
  if (result === undefined || result === 'sending') return failure;
  return 'failure' in result ? result.failure : undefined;
}

function why(victim: Victim): string {
  const { result, isLeftOut } = victim;
  if (isLeftOut) return 'left out';
  if (typeof result === 'object' && 'why' in result) return result.why;
  const failure = failureOf(victim);
  return failure === undefined ? '' : explain(failure).title;
}

/** The request of a result and what it was answered, as far as one was sent. */
function sentOf(victim: Victim): Partial<Sent> {
  const { result } = victim;
  const own = typeof result === 'object' && 'sent' in result ? result.sent : undefined;
  return own ?? failureOf(victim)?.sent ?? {};
}

function row(dialog: RemovingMany, victim: Victim): JsonObject {
  const { result } = victim;
  const { method, path, scope, status, at = dialog.since } = sentOf(victim);
  return {
    id: victimId(resourceOf(dialog.kind), victim),
    kind: dialog.kind,
    name: victim.name,
    outcome: typeof result === 'object' ? result.end : 'unsent',
    status: status ?? null,
    why: why(victim),
    request: path === undefined ? '' : `${method} ${path}`,
    scope: scope === undefined ? '' : `${scope.header}: ${scope.value}`,
    at: new Date(at).toISOString(),
  };
}

/** What came of each of several deletes, to be saved to a file. */
export function reportOf(dialog: RemovingMany): Chosen {
  const plural = clean(resourceOf(dialog.kind).plural.toLowerCase());
  return {
    resource: deletion,
    records: dialog.victims.map(victim => row(dialog, victim)),
    is: 'list',
    what: safe`what came of ${dialog.victims.length} ${plural}`,
  };
}

/** The end of a single delete as a receipt: what was sent and what was answered, nothing of the record itself. */
export function receiptOf(
  { ref, name }: Pick<Removing, 'ref' | 'name'>,
  result: Result,
  { now, words }: { readonly now: number; readonly words: SafeText },
): RemovingMany {
  const times = { openedAt: now, typedAt: now, since: now, graceMs: 0 };
  const victims = [{ ref, name, result }];
  const field = { editor: emptyEditor, isInList: false, cursor: 0 };
  return { is: 'remove-many', kind: ref.kind, victims, phase: 'done', hint: words, ...field, ...times };
}
