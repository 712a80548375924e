import type { Failure } from '../../failure.ts';
import type { Line } from '../facts/line.ts';
import { currentLoad, failedLines } from '../screens/content.ts';
import type { State } from '../state/state.ts';

/**
 * Returns the failure of the last reload, or the refused login of a health check since then; undefined unless
 * data is on the screen.
 */
export function currentFailure(state: State): Failure | undefined {
  const load = currentLoad(state);
  if (load?.last === undefined) return undefined;
  if (load.phase === 'failed') return load.failure;
  const { healthPause } = state.data;
  const isLater = (healthPause?.sent?.at ?? 0) >= load.last.at;
  return healthPause?.kind === 'unauthorised' && isLater ? healthPause : undefined;
}

export function currentFailureLines(state: State): readonly Line[] | undefined {
  const failure = currentFailure(state);
  return failure && failedLines(failure, state);
}
