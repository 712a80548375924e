import type { CauseGroup } from '../../../resources/cause.ts';
import { listingKind, localResources, resourceOf, resources, root } from '../../../resources/registry.ts';
import { isShown, type Ref, type Resource } from '../../../resources/resource.ts';
import { attempt } from '../../../text/result.ts';
import { clean, lower, type SafeText, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import { cutMiddle } from '../../../text/width.ts';
import { PROFILE } from '../../commands/app.ts';
import { byUse, type PaletteRow, row } from '../../commands/command.ts';
import { type AvailableCommand, available, commandRow } from '../../commands/registry.ts';
import { causeFilter, causesView } from '../../facts/causes.ts';
import { ofOwner, ownIdOf } from '../../facts/choices.ts';
import type { SeenRecord } from '../../lookup/seen.ts';
import type { Action } from '../../state/action.ts';
import type { LoginOption } from '../../state/login.ts';
import { causesPlace, listPlace, type Place } from '../../state/place.ts';
import { listWord, parsePlace, refText } from '../../state/place-text.ts';
import { viewsOf } from '../../state/recents.ts';
import { firstPlaces, newView, type State } from '../../state/state.ts';
import { viewFor } from '../../state/view-stacks.ts';

/** `blocked`: the reason that Enter reports. */
export const sentenceRow = (label: SafeText, words: string = label, blocked?: SafeText): PaletteRow =>
  row({ words, title: safe``, label, kind: 'none', blocked });

export const idNames = (names: readonly string[]) => clean(names.map(name => `<${name}>`).join(' '));

const jump = (place: Place): Action => ({ to: 'jump', view: newView(place) });

export const refAction = (ref: Ref): Action =>
  isShown(resourceOf(ref.kind)) ? jump({ screen: 'record', ref }) : { to: 'delete', ref };

export const seenRow = ({ ref, id, name, from }: SeenRecord): PaletteRow =>
  row({
    words: refText(ref),
    label: safe`${clean(ref.kind)} ${name === '' ? cutMiddle(clean(id, 200), 16) : name}`,
    title: clean(id, 200),
    kind: from,
    action: refAction(ref),
  });

export function refRow(state: State, ref: Ref): PaletteRow {
  const verb = isShown(resourceOf(ref.kind)) ? safe`` : safe`delete … `;
  return row({
    words: refText(ref),
    label: safe`${clean(ref.kind)} ${ownIdOf(ref)}`,
    title: safe`${verb}${ofOwner(state, ref)}`,
    kind: 'id',
    action: refAction(ref),
  });
}

export function causeRow(state: State, { id, words, bots }: CauseGroup<unknown>): PaletteRow {
  const view = { ...newView(causesView(state)?.place ?? causesPlace), filter: causeFilter(id) };
  return row({
    words,
    label: safe`cause ${words}`,
    title: counted(bots.length, safe`bot`),
    kind: 'id',
    action: { to: 'jump', view },
  });
}

export const HOME = 'home';

export function placeRow({ session: { server } }: State, resource: Resource): PaletteRow | undefined {
  const [home] = resource === root ? firstPlaces(server) : [];
  if (home !== undefined) return row({ words: HOME, title: safe`the workspace`, action: jump(home) });
  const listing = listingKind(resource);
  if (listing.list === undefined || listing.ids.length > 1) return undefined;
  return row({
    words: listWord(resource),
    title: safe`all ${lower(resource.plural)}`,
    action: jump(listPlace(listing.kind)),
  });
}

const readablePlace = (place: string) => clean(attempt(() => decodeURIComponent(place)) ?? place, 200);

export const VIEW = 'view';

export function savedRow({ session: { server } }: State, name: string, place: string): PaletteRow {
  const view = viewFor(parsePlace(place), server);
  const own = row({ words: `${VIEW} ${name}`, title: readablePlace(place), kind: 'view' });
  return view === undefined
    ? { ...own, blocked: safe`View ${clean(name)} opens nothing: "${clean(place, 80)}".` }
    : { ...own, action: { to: 'jump', view } };
}

const profileRow = ({ id, name = safe``, detail }: LoginOption): PaletteRow =>
  row({ words: `${PROFILE} ${name}`, title: detail, kind: 'view', action: { to: 'login', id } });

export const quitRow = row({ words: 'quit', title: safe`quit`, kind: 'command', action: { to: 'quit' } });

export const commandRows = (state: State, entries: readonly AvailableCommand[]): readonly PaletteRow[] =>
  entries
    .filter(
      ({ command: { id, group, word, isFormer } }) =>
        (group !== 'Move' || word !== undefined) && id !== 'app.line' && isFormer !== true,
    )
    .toSorted((a, b) => byUse(a.command, b.command))
    .map(entry => commandRow(state, entry));

export function namedRows(state: State): readonly PaletteRow[] {
  const { options, current } = state.user.logins;
  const own = commandRows(state, available(state));
  const kinds = [...resources.filter(resource => resource !== root), ...localResources, root];
  return [
    ...own.filter(({ blocked }) => blocked === undefined),
    quitRow,
    ...kinds.flatMap(resource => placeRow(state, resource) ?? []),
    ...[...viewsOf(state)].map(([name, place]) => savedRow(state, name, place)),
    ...options.flatMap(each => (each.name === undefined || each.id === current ? [] : profileRow(each))),
    ...own.filter(({ blocked }) => blocked !== undefined),
    ...resources.map(resource => {
      const verb = isShown(resource) ? safe`open` : safe`delete`;
      const title = safe`${verb} one: ${clean(resource.kind)} ${idNames(resource.ids)}`;
      return row({ words: resource.kind, title, open: true });
    }),
  ];
}
