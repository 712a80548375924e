import type { JsonObject } from '../api/json.ts';
import { explain, type Failure } from '../failure.ts';
import { deletion } from '../resources/deletion.ts';
import { resourceOf } from '../resources/index.ts';
import { clean, safe } from '../text/sanitise.ts';
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

function row(dialog: RemovingMany, victim: Victim): JsonObject {
  const { result } = victim;
  return {
    id: victimId(resourceOf(dialog.kind), victim),
    kind: dialog.kind,
    name: victim.name,
    outcome: typeof result === 'object' ? result.end : 'unsent',
    status: failureOf(victim)?.sent?.status ?? null,
    why: why(victim),
    at: new Date(dialog.since).toISOString(),
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
