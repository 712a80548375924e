import type { Failure } from '../../../failure.ts';
import type { State } from '../../state/state.ts';
import type { Line } from '../line.ts';
import { currentLoad, failedLines } from './content.ts';

/** Returns the failure of a reload, or of the login since then; undefined unless data is on the screen. */
export function failureHere(state: State): Failure | undefined {
  const load = currentLoad(state);
  if (load?.last === undefined) return undefined;
  if (load.phase === 'failed') return load.failure;
  const { healthPause } = state.data;
  const isLater = (healthPause?.sent?.at ?? 0) >= load.last.at;
  return healthPause?.kind === 'unauthorised' && isLater ? healthPause : undefined;
}

/** Returns the full explanation of the failure on this screen. */
export function failureBelow(state: State): readonly Line[] | undefined {
  const failure = failureHere(state);
  return failure && failedLines(failure, state);
}
