import { ownIdName, refOf } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref } from '../../../resources/resource.ts';
import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { ALONE } from '../../commands/command.ts';
import type { Key } from '../../commands/key.ts';
import { foundChoice } from '../../lookup/paste-choice.ts';
import { guesses } from '../../lookup/recognise.ts';
import type { Choice, Overlay } from '../../state/dialogs.ts';
import { readPlace } from '../../state/place-text.ts';
import { isBookmark, withToggled } from '../../state/recents.ts';
import type { State } from '../../state/state.ts';
import { keptChoices } from '../../view/choices.ts';

type Chooser = Extract<Overlay, { is: 'choose' }>;

/** The row of a list that a pasted text names as a place; a record is guessed from its ids. */
function placeChoices(state: State, text: string): readonly Choice[] {
  const said = readPlace(text);
  if (said.is !== 'list' && said.is !== 'root') return [];
  return keptChoices(state, [{ place: text, name: safe``, at: 0 }]);
}

/** Offers what a pasted text can mean; false when it means nothing. Nothing is sent before one row is chosen. */
export function offerPasted({ store }: Explorer, text: string): boolean {
  const state = store.getState();
  const pasted = text.trim();
  const rows = [
    ...placeChoices(state, pasted),
    ...guesses(state, pasted).map(ref => foundChoice(state, ref, pasted)),
  ];
  if (rows.length > 0) store.setState({ overlay: { is: 'choose', of: 'paste', rows, choice: 0 } });
  return rows.length > 0;
}

/** What a pasted text puts into a field that asks for an id: the id in an address, where there is one of that kind. */
export function pastedId({ store }: Explorer, kind: string, text: string): string {
  const found = text.includes('/')
    ? guesses(store.getState(), text).find(ref => ref.kind === kind)
    : undefined;
  return found?.ids[ownIdName(resourceOf(kind))] ?? text;
}

/** Several pasted lines where ids of records are asked for that can only be deleted: all of them, in their order. */
export function pastedIds(kind: string, parents: Ref['ids'], text: string): readonly Ref[] {
  const resource = resourceOf(kind);
  const lines = text.split(/[\r\n]+/).flatMap(line => (line.trim() === '' ? [] : [line.trim()]));
  if (resource.read !== undefined || resource.remove === undefined || lines.length < 2) return [];
  const refs = [...new Set(lines)].map(id => refOf(resource, parents, id));
  // One that cannot be an id makes all of them doubtful: nothing is offered then.
  return refs.some(ref => typeof ref === 'string') ? [] : refs.filter(ref => typeof ref !== 'string');
}

/** Goes where a row leads. The dialog that deletes opens only by a key that came alone. */
function follow({ store, jump, seek, ask, enter }: Explorer, { destination }: Choice, alone: boolean): void {
  if (destination.to === 'view') return jump(destination.view);
  if (destination.to === 'door') return enter(destination.id);
  if (destination.to === 'seek') return void seek(destination.kind, destination.id);
  if (alone) ask(destination.ref);
  else store.setState({ notice: { tone: 'warn', text: ALONE } });
}

const STEPS: Readonly<Record<string, number>> = {
  down: 1,
  j: 1,
  up: -1,
  k: -1,
  pagedown: 8,
  pageup: -8,
  home: -9999,
  g: -9999,
  end: 9999,
  G: 9999,
};

/** The chosen bookmark off, or on again: the panel stays, so that a slip can be taken back. */
function toggleRow({ store, now }: Explorer, { id, label }: Choice): void {
  const { memory } = store.getState();
  const row = memory.recents.find(({ place }) => place === id) ?? { place: id, name: label, at: now() };
  const text = isBookmark(memory, id)
    ? safe`No bookmark any more; b makes it one again.`
    : safe`A bookmark again.`;
  store.setState({ memory: withToggled(memory, row), notice: { tone: 'good', text } });
}

/** A key in a panel of choices. Digits choose a row at once, as the row says. */
export function chooseKey(
  explorer: Explorer,
  overlay: Chooser,
  { key, alone }: { readonly key: Key; readonly alone: boolean },
): void {
  const { store } = explorer;
  const { rows, choice, of } = overlay;
  const by = Object.hasOwn(STEPS, key.name) ? STEPS[key.name] : undefined;
  const chosen = rows[choice];
  const numbered = /^[1-9]$/.test(key.name) ? rows[Number(key.name) - 1] : undefined;
  if (by !== undefined) {
    const next = Math.max(0, Math.min(rows.length - 1, choice + by));
    store.setState({ overlay: { ...overlay, choice: next } });
  } else if (numbered !== undefined) follow(explorer, numbered, alone);
  else if ((key.name === 'enter' || key.name === 'right') && chosen !== undefined)
    follow(explorer, chosen, alone);
  else if (key.name === 'b' && of === 'bookmarks' && chosen !== undefined) toggleRow(explorer, chosen);
  else if (['q', 'left', "'"].includes(key.name)) store.setState({ overlay: undefined });
}
