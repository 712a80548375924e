import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref } from '../../../resources/resource.ts';
import { againstRef } from '../../state/place.ts';
import { currentView, type State } from '../../state/state.ts';
import { sideOf } from '../compare/lines.ts';
import type { Target } from '../line.ts';
import { surfaceOf } from './content.ts';
import { cursorIndex } from './cursor.ts';

/** The record a view is about, or the one under the cursor of its list. Of two records that of the line. */
export function cursorRef(state: State): Ref | undefined {
  const view = currentView(state);
  const { place } = view;
  if (place.screen === 'record' || place.screen === 'raw') return place.ref;
  const surface = surfaceOf(state);
  if (place.screen === 'compare')
    return sideOf(surface.ids[cursorIndex(surface, view)] ?? '') === 'before' ? againstRef(place) : place.ref;
  if (place.screen !== 'list' || surface.kind !== 'table') return undefined;
  const id = surface.ids[cursorIndex(surface, view)];
  if (id === undefined || id === '' || id.startsWith('#')) return undefined;
  return { kind: place.kind, ids: { ...place.ids, [ownIdName(resourceOf(place.kind))]: id } };
}

/** Where Enter leads from the cursor. */
export function cursorTarget(state: State): Target | undefined {
  const view = currentView(state);
  const surface = surfaceOf(state);
  if (surface.kind === 'lines') {
    const line = surface.lines.at(cursorIndex(surface, view));
    return line?.kind === 'text' ? line.target : undefined;
  }
  const ref = cursorRef(state);
  return ref === undefined ? undefined : { to: 'place', place: { screen: 'record', ref } };
}

/** The record that a line leads to, here or on a screen of its own. */
export function targetRef(target: Target | undefined): Ref | undefined {
  if (target?.to === 'row') return target.ref;
  return target?.to === 'place' && target.place.screen === 'record' ? target.place.ref : undefined;
}
