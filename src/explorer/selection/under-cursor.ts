import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import type { Line, SideName, Subject } from '../facts/line.ts';
import { contentOf } from '../screens/content.ts';
import type { Action } from '../state/action.ts';
import { isRecordId } from '../state/load.ts';
import { againstRef, rowRef } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { cursorIndex } from './cursor.ts';

/** Returns the line of text under the cursor; undefined in a table. */
export function cursorLine(state: State): Extract<Line, { readonly kind: 'text' }> | undefined {
  const content = contentOf(state);
  if (content.kind !== 'lines') return undefined;
  const line = content.lines.at(cursorIndex(content, currentView(state)));
  return line?.kind === 'text' ? line : undefined;
}

export const cursorSubject = (state: State): Subject | undefined => cursorLine(state)?.subject;

const sideOf = (subject: Subject | undefined): SideName | undefined =>
  subject === undefined || subject.kind === 'value' ? undefined : subject.side;

/**
 * Returns the record of the view, the one under the cursor of a list, or that of the line in a comparison.
 */
export function cursorRef(state: State): Ref | undefined {
  const view = currentView(state);
  const { place } = view;
  if (place.screen === 'record' || place.screen === 'raw') return place.ref;
  if (place.screen === 'compare')
    return sideOf(cursorSubject(state)) === 'before' ? againstRef(place) : place.ref;
  const content = contentOf(state);
  if (place.screen !== 'list' || content.kind !== 'table') return undefined;
  const id = content.ids[cursorIndex(content, view)];
  return isRecordId(id) ? rowRef(place, id) : undefined;
}

export function cursorTarget(state: State): Action | undefined {
  if (contentOf(state).kind === 'lines') return cursorLine(state)?.target;
  const ref = cursorRef(state);
  if (ref === undefined) return undefined;
  const { listsKind = ref.kind } = resourceOf(ref.kind);
  return { to: 'place', place: { screen: 'record', ref: { kind: listsKind, ids: ref.ids } } };
}

export function targetRef(target: Action | undefined): Ref | undefined {
  if (target?.to === 'row') return target.ref;
  return target?.to === 'place' && target.place.screen === 'record' ? target.place.ref : undefined;
}
