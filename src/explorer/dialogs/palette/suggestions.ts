import { SKIN_NAMES } from '../../../config/settings.ts';
import { ownerOf, resourceNamed, resourceOf, resources, root } from '../../../resources/registry.ts';
import { isShown, ownIdName, type Ref, type Resource, refOf } from '../../../resources/resource.ts';
import { kept } from '../../../text/memo.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { editDistance, isName } from '../../../text/words.ts';
import { type PaletteRow, row } from '../../commands/command.ts';
import { type AvailableCommand, available, commandRow, elsewhere } from '../../commands/registry.ts';
import { deleteRefusal } from '../../facts/write-protection.ts';
import { pastedRefs } from '../../lookup/recognise.ts';
import { idMatch, rememberedRecords, searchSeen } from '../../lookup/seen.ts';
import { cursorRef } from '../../selection/cursor.ts';
import type { PaletteDialog } from '../../state/dialogs.ts';
import { keyIn } from '../../state/key-names.ts';
import { placeRefs } from '../../state/place.ts';
import { parsePlace, placeText, refText } from '../../state/place-text.ts';
import { viewsOf } from '../../state/recents.ts';
import { currentView, type State } from '../../state/state.ts';
import { type Editor, editorText } from '../../state/text-field.ts';
import { placeProblem, viewFor } from '../../state/view-stacks.ts';
import { keyLabelOf } from '../shared/dialog.ts';
import { argumentRows, kindLine, sortRows } from './arguments.ts';
import {
  commandRows,
  HOME,
  idNames,
  namedRows,
  placeRow,
  quitRow,
  refAction,
  refRow,
  savedRow,
  seenRow,
  sentenceRow,
  VIEW,
} from './rows.ts';
import { COMPLETE, scopeRows } from './scopes.ts';

/** Of kind `none` with the reason if the line stands for nothing. */
type Meaning = PaletteRow &
  Readonly<{
    line?: string;
    /** No record with this id was seen: the text may be part of a name. */
    isGuess?: boolean;
  }>;

const problem = (typed: string, why: SafeText): Meaning => sentenceRow(why, typed, why);

type ParsedIds = Readonly<{ ids: Ref['ids']; isGuess: boolean }>;

/** Completed from seen records; those of deletes must be typed in full. */
function idsFrom(state: State, resource: Resource, values: readonly string[]): ParsedIds | undefined {
  const { ids: names } = resource;
  const parent = { ...state.session.server?.defaultIds, ...cursorRef(state)?.ids };
  const before = names.slice(0, -1);
  const isOwnId =
    values.length === 1 && before.every(name => Object.hasOwn(parent, name) && parent[name] !== values[0]);
  if (values.length !== names.length && !isOwnId) return undefined;
  const typed =
    values.length === names.length ? values : [...before.map(name => parent[name] ?? ''), ...values];
  let ids: Ref['ids'] = {};
  let isGuess = false;
  for (const [at, name] of names.entries()) {
    const text = typed[at] ?? '';
    const isLast = at === before.length;
    const kind = isLast
      ? resource
      : resources.find(each => each.ids.length === at + 1 && each.ids[at] === name);
    const meant = kind && isShown(resource) ? idMatch(state, kind, { text, ids }) : undefined;
    ids = { ...ids, [name]: meant?.id ?? text };
    isGuess = meant?.isSeen === false;
  }
  return { ids, isGuess };
}

function refMeaning(state: State, text: string, { ref, isGuess }: { ref: Ref; isGuess: boolean }): Meaning {
  const kind = clean(ref.kind);
  if (isShown(resourceOf(ref.kind))) {
    const own = { words: text, title: safe`open this id as ${kind}`, kind: 'id' } as const;
    return { ...row({ ...own, action: refAction(ref) }), line: refText(ref), isGuess };
  }
  const refusal = deleteRefusal(state);
  if (refusal !== undefined) return problem(text, refusal);
  return row({ words: text, title: safe`delete this ${kind}`, kind: 'id', action: refAction(ref) });
}

function needsOwner(state: State, resource: Resource, isGuess: boolean): boolean {
  const owner = ownerOf(resource);
  if (owner === undefined || resource.read === undefined || !isGuess) return false;
  const open = { ...state.session.server?.defaultIds, ...placeRefs(currentView(state).place)[0]?.ids };
  return !owner.ids.every(name => Object.hasOwn(open, name));
}

function kindMeaning(state: State, resource: Resource, text: string): Meaning {
  const values = text.split(/\s+/).slice(1);
  const [only] = values;
  const named = only === undefined ? placeRow(state, resource) : undefined;
  if (named !== undefined) return named;
  const usage = problem(text, safe`Usage: ${clean(resource.kind)} ${idNames(resource.ids)}`);
  const own = values.length === 1 ? only : undefined;
  const owner = ownerOf(resource);
  // The id of a seen owner is not the record's own: that id is still to be typed.
  if (own !== undefined && owner !== undefined && idMatch(state, owner, { text: own, ids: {} }).isSeen)
    return usage;
  const given = idsFrom(state, resource, values);
  if (given === undefined) return usage;
  if (own !== undefined && refOf(resource, {}, own).ok && needsOwner(state, resource, given.isGuess))
    return usage;
  const ref = refOf(resource, given.ids, given.ids[ownIdName(resource)] ?? '');
  return ref.ok
    ? refMeaning(state, text, { ref: ref.value, isGuess: given.isGuess })
    : problem(text, safe`Not a valid id: ${ref.why}.`);
}

/** `bot/<id>`, `bots?filter=…` */
function placeMeaning(state: State, text: string): Meaning {
  const parsed = parsePlace(text);
  if (parsed.kind === 'record' && parsed.place.screen === 'record')
    return refMeaning(state, text, { ref: parsed.ref, isGuess: false });
  const view = viewFor(parsed, state.session.server);
  return view === undefined
    ? problem(text, safe`${placeProblem(text) ?? safe`This is not a place`}.`)
    : row({ words: text, title: safe`as typed`, action: { to: 'jump', view } });
}

function commandMeaning(state: State, word: string): Meaning {
  const isNamed = ({ command }: AvailableCommand) => command.id === word || command.word === word;
  const here = available(state);
  const found =
    here.find(isNamed) ??
    here.find(({ command: { id, group } }) => group !== 'Move' && id.endsWith(`.${word}`)) ??
    elsewhere(state).find(isNamed);
  if (found !== undefined) return commandRow(state, found);
  const key = keyLabelOf(state, COMPLETE);
  const advice = key && safe` ${key} completes,`;
  const help = keyIn(state, 'app.help');
  return problem(word, safe`Unknown command or place: ${clean(word, 60)}.${advice} ${help} shows help.`);
}

/** Opens `view NAME`, or saves the list on the screen (`view NAME =`). */
function viewMeaning(state: State, text: string): Meaning {
  const [, name = '', sign, ...more] = text.split(/\s+/);
  const saved = sign === undefined ? viewsOf(state).get(name) : undefined;
  if (saved !== undefined) return savedRow(state, name, saved);
  if (sign !== '=' || more.length > 0)
    return problem(text, safe`Usage: view <name>, or <name> = to save this list.`);
  const view = currentView(state);
  const place = view.place.screen === 'list' ? placeText(view.place, view) : undefined;
  if (place === undefined) return problem(text, safe`Only a list can be saved as a view.`);
  if (!isName(name)) return problem(text, safe`A view's name is a word of at most 40 letters.`);
  return row({ words: text, title: safe`as typed`, action: { to: 'save-view', name: clean(name), place } });
}

export function meaningOf(state: State, typed: string): Meaning {
  const text = typed.trim();
  const [word = ''] = text.split(/\s+/);
  if (['q', 'q!', quitRow.words].includes(word)) return quitRow;
  if (word === VIEW) return viewMeaning(state, text);
  const resource = text === HOME ? root : resourceNamed(word.toLowerCase());
  if (resource !== undefined) return kindMeaning(state, resource, text);
  // A filter in a place may hold spaces.
  const isPlace =
    /[/?]./.test(word) && resourceNamed(word.toLowerCase().split(/[/?]/)[0] ?? '') !== undefined;
  return isPlace ? placeMeaning(state, text) : commandMeaning(state, text.replace(/\s+/g, ' '));
}

const MAX_REMEMBERED = 5;
const MAX_NEAREST = 4;

const isOn = ({ blocked }: PaletteRow) => blocked === undefined;

const textOf = ({ words, id = '', label, title, also = '' }: PaletteRow) =>
  `${words} ${id} ${label} ${title} ${also}`.toLowerCase();

function isBeginning(text: string, part: string): boolean {
  let at = text.indexOf(part);
  while (at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) at = text.indexOf(part, at + 1);
  return at >= 0;
}

const RECORDS: readonly PaletteRow['kind'][] = ['bookmark', 'recent', 'seen'];

/** The one of this name first, then those with words that begin so; those that are off last. */
function byFit(rows: readonly PaletteRow[], words: readonly string[]): readonly PaletteRow[] {
  const [first = ''] = words;
  const line = words.join(' ');
  function rankOf(each: PaletteRow): number {
    if (!isOn(each)) return 6;
    const text = textOf(each);
    const isRecord = RECORDS.includes(each.kind);
    if (each.words === line) return 0;
    if (!isRecord && each.words !== each.id && each.words.startsWith(line)) return 1;
    if (!isRecord && each.label.toLowerCase().startsWith(first)) return 2;
    if (words.every(word => isBeginning(text, word))) return 3;
    return words.every(word => text.includes(word)) ? 4 : 5;
  }
  const ranked = rows.map(row => ({ row, rank: rankOf(row) }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ row }) => row);
}

function nearestRows(
  rows: readonly PaletteRow[],
  typed: string,
  { blocked }: Meaning,
): readonly PaletteRow[] {
  const text = typed.trim().slice(0, 40).toLowerCase();
  const distanceOf = ({ words, id = '' }: PaletteRow) =>
    Math.min(...[words, ...words.split(/[ .]/), ...id.split('.')].map(part => editDistance(text, part)));
  const nearest = rows
    .map(each => ({ each, distance: distanceOf(each) }))
    .filter(({ distance }) => distance <= Math.max(2, text.length / 2))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAREST);
  const nothing = safe`Nothing matches "${clean(typed.trim(), 40)}".`;
  const label = nearest.length === 0 ? nothing : safe`${nothing} Similar:`;
  return [sentenceRow(label, typed, blocked), ...nearest.map(({ each }) => each)];
}

function firstRows(state: State): readonly PaletteRow[] {
  const remembered = rememberedRecords(state.user.memory);
  const useful = namedRows(state).filter(({ id }) => id !== 'place.open' && id !== 'place.back');
  return [...remembered.slice(0, MAX_REMEMBERED).map(seenRow), ...useful];
}

function matchesOf(state: State, typed: string, meant: Meaning): readonly PaletteRow[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const named = namedRows(state);
  const holdsAll = (row: PaletteRow) => words.every(word => textOf(row).includes(word));
  const byName = [...named, ...commandRows(state, elsewhere(state))].filter(holdsAll);
  const found = byFit([...searchSeen(state, words).map(seenRow), ...byName], words);
  if (found.length > 0) return found;
  const pasted = pastedRefs(state, typed).map(ref => refRow(state, ref));
  if (pasted.length > 0) return pasted;
  const whole = named.filter(each => isOn(each) && !each.open);
  return meant.kind === 'none' ? nearestRows(whole, typed, meant) : [];
}

/** The meaning first, as Enter runs it; but that of an unseen id after names. */
export function suggestions(state: State, typed: string, known?: readonly string[]): readonly PaletteRow[] {
  const sorts = sortRows(state, typed);
  if (sorts.length > 0) return sorts;
  if (typed.trim() === '') return firstRows(state);
  const meant = meaningOf(state, typed);
  const line = kindLine(typed);
  const rows = line?.values.length ? argumentRows(state, line, known) : matchesOf(state, typed, meant);
  if (meant.kind === 'none') return rows.length > 0 ? rows : [meant];
  const isMeant = ({ open, words }: PaletteRow) => !open && (words === meant.words || words === meant.line);
  const own = rows.find(isMeant) ?? meant;
  const others = rows.filter(each => each !== own);
  const [first] = rows;
  const last = ` ${meant.words.toLowerCase().split(/\s+/).at(-1)}`;
  const isName = first?.open === false && first.label.toLowerCase().includes(last);
  return meant.isGuess === true && isName ? [...others, own] : [own, ...others];
}

const rowsOfLine = new WeakMap<Editor, readonly PaletteRow[]>();

/** Unchanged until the line changes: Enter runs what was painted. */
export function paletteRows(state: State, dialog: PaletteDialog): readonly PaletteRow[] {
  const { editor, known } = dialog;
  return kept(rowsOfLine, editor, () =>
    dialog.scope === undefined ? suggestions(state, editorText(editor), known) : scopeRows(state, dialog),
  );
}

export function shownSkin(state: State): string {
  const { dialog, screen } = state;
  if (dialog?.kind !== 'palette') return screen.skin;
  const typed = editorText(dialog.editor);
  if (dialog.choice === 0 && !typed.trimStart().startsWith('skin')) return screen.skin;
  const words = paletteRows(state, dialog)[dialog.choice]?.words;
  return SKIN_NAMES.find(name => words === `skin ${name}`) ?? screen.skin;
}
