import type { Outcome } from '../../../api/client.ts';
import { hasTrait } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';

/** Failures of the server in a row that stop the requests: they are not caused by the rows. */
const MAX_STRIKES = 3;

/** Creates the rule that ends the requests: a failure common to all rows, or several of rows in a row. */
export function createStopRule() {
  let strikes = 0;
  return (outcome: Outcome<JsonObject>) => {
    const failure = outcome.ok ? undefined : outcome.failure;
    strikes = failure?.kind === 'server-error' || failure?.kind === 'unreadable' ? strikes + 1 : 0;
    const isOfRow = strikes >= MAX_STRIKES;
    return failure && (isOfRow || hasTrait(failure, 'stops-reads')) ? { failure, isOfRow } : undefined;
  };
}
