import { SKIN_NAMES } from '../../../config/settings.ts';
import { resourceNamed } from '../../../resources/registry.ts';
import { clean, safe } from '../../../text/sanitise.ts';
import { editDistance } from '../../../text/words.ts';
import { elsewhere } from '../../commands/available.ts';
import { pastedRefs } from '../../lookup/recognise.ts';
import { isNearly, searchSeen } from '../../lookup/seen.ts';
import type { PaletteDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { type Editor, editorText } from '../../state/text-field.ts';
import { argumentRows, sortRows } from './arguments.ts';
import { type Meaning, meaningOf } from './meaning.ts';
import { commandRows, namedRows, type PaletteRow, refRow, seenRow, sentenceRow } from './rows.ts';
import { scopeRows } from './scopes.ts';

/** Recents and bookmarks shown before anything is typed: verbs follow on the same page. */
const MAX_REMEMBERED = 5;
/** Commands offered where nothing matches. */
const MAX_NEAREST = 4;

const isOn = ({ blocked }: PaletteRow): boolean => blocked === undefined;

/** Returns true if a text that is shown for a row begins with a word. */
const begins = ({ words, label, id }: PaletteRow, word: string): boolean =>
  label.toLowerCase().startsWith(word) || (words !== id && words.startsWith(word));

/** Returns the rows that contain every word: first the one of this name, then those that begin with it. */
function matchingRows(rows: readonly PaletteRow[], words: readonly string[]): readonly PaletteRow[] {
  const options = rows.filter(({ words: own, id = '', title }) => {
    const text = `${own} ${id} ${title}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  const [first = ''] = words;
  const line = words.join(' ');
  const rankOf = (each: PaletteRow): number => {
    if (!isOn(each)) return 4;
    if (each.words === line) return 0;
    if (each.words !== each.id && each.words.startsWith(line)) return 1;
    return begins(each, first) ? 2 : 3;
  };
  return options.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Returns a row that says that nothing matches, and the nearest commands and places. */
function nearestRows(
  rows: readonly PaletteRow[],
  typed: string,
  { blocked }: Meaning,
): readonly PaletteRow[] {
  const text = typed.trim().slice(0, 40).toLowerCase();
  const distanceOf = ({ words, id = '' }: PaletteRow): number =>
    Math.min(...[words, ...words.split(/[ .]/), ...id.split('.')].map(part => editDistance(text, part)));
  const nearest = rows
    .map(each => ({ each, distance: distanceOf(each) }))
    .filter(({ distance }) => distance <= Math.max(2, text.length / 2))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAREST);
  const nothing = safe`Nothing matches "${clean(typed.trim(), 40)}".`;
  const label = nearest.length === 0 ? nothing : safe`${nothing} The nearest:`;
  return [sentenceRow(label, typed, blocked), ...nearest.map(({ each }) => each)];
}

/** Returns the rows before anything is typed: recents and bookmarks, then all with names. */
function firstRows(state: State): readonly PaletteRow[] {
  const remembered = searchSeen(state, []).filter(({ from }) => from !== 'seen');
  const useful = namedRows(state).filter(({ id }) => id !== 'place.open' && id !== 'place.back');
  return [...remembered.slice(0, MAX_REMEMBERED).map(seenRow), ...useful];
}

/** Returns the commands, places and seen records that match, else those that a pasted id can belong to. */
function matchesOf(state: State, typed: string, meant: Meaning): readonly PaletteRow[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const [first = ''] = words;
  const named = namedRows(state);
  const byName = matchingRows([...named, ...commandRows(state, elsewhere(state))], words);
  const on = byName.filter(isOn);
  const seen = searchSeen(state, words).map(seenRow);
  const isBegun = on.some(each => begins(each, first));
  const found = [...(isBegun ? [...on, ...seen] : [...seen, ...on]), ...byName.filter(each => !isOn(each))];
  if (found.length > 0) return found;
  const pasted = pastedRefs(state, typed).map(ref => refRow(state, ref));
  if (pasted.length > 0) return pasted;
  const whole = named.filter(each => isOn(each) && !each.open);
  const letters = words.join('');
  const nearly = letters.length < 3 ? [] : whole.filter(each => isNearly(each.words, letters));
  return nearly.length > 0 || meant.kind !== 'none' ? nearly : nearestRows(whole, typed, meant);
}

/**
 * Returns the rows for the typed text: its meaning first, because Enter runs the marked row and nothing else.
 * The meaning of an unseen id comes last where the first row has that name.
 */
export function suggestions(state: State, typed: string, known?: readonly string[]): readonly PaletteRow[] {
  const sorts = sortRows(state, typed);
  if (sorts.length > 0) return sorts;
  if (typed.trim() === '') return firstRows(state);
  const meant = meaningOf(state, typed);
  const kind = /\s/.test(typed.trimStart())
    ? resourceNamed(typed.trim().split(/\s+/)[0]?.toLowerCase() ?? '')
    : undefined;
  const rows = kind === undefined ? matchesOf(state, typed, meant) : argumentRows(state, typed, kind, known);
  if (meant.kind === 'none') return rows.length > 0 ? rows : [meant];
  const isMeant = ({ open, words }: PaletteRow): boolean =>
    !open && (words === meant.words || words === meant.line);
  const own = rows.find(isMeant) ?? meant;
  const others = rows.filter(each => each !== own);
  const [first] = rows;
  const last = ` ${meant.words.toLowerCase().split(/\s+/).at(-1)}`;
  const isName = first?.open === false && first.label.toLowerCase().includes(last);
  return meant.isGuess === true && isName ? [...others, own] : [own, ...others];
}

const rowsOfLine = new WeakMap<Editor, readonly PaletteRow[]>();

/**
 * Returns the rows below the line. They stay as they are until the line changes: what arrives after they were
 * painted does not change what Enter runs.
 */
export function paletteRows(state: State, dialog: PaletteDialog): readonly PaletteRow[] {
  const { editor, known } = dialog;
  const rows =
    rowsOfLine.get(editor) ??
    (dialog.scope === undefined ? suggestions(state, editorText(editor), known) : scopeRows(state, dialog));
  rowsOfLine.set(editor, rows);
  return rows;
}

/** Returns the skin to show: the one marked in the palette while skins are chosen, else the present one. */
export function shownSkin(state: State): string {
  const { dialog, screen } = state;
  if (dialog?.kind !== 'palette') return screen.skin;
  const typed = editorText(dialog.editor);
  if (dialog.choice === 0 && !typed.trimStart().startsWith('skin')) return screen.skin;
  const words = paletteRows(state, dialog)[dialog.choice]?.words;
  return SKIN_NAMES.find(name => words === `skin ${name}`) ?? screen.skin;
}
