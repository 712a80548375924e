import { SKIN_NAMES } from '../../../config/settings.ts';
import { resourceNamed } from '../../../resources/registry.ts';
import { memo } from '../../../text/memo.ts';
import { clean, safe } from '../../../text/sanitise.ts';
import { editDistance } from '../../../text/suggest.ts';
import { SORT } from '../../commands/sort.ts';
import { isNearly, searchSeen } from '../../lookup/search.ts';
import type { PaletteDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { type Editor, editorText } from '../../state/text-field.ts';
import { argumentRows, recordRow } from './arguments.ts';
import { meaningOf } from './meaning.ts';
import { lineOf, type NamedRows, namedRows, row, type Suggestion } from './named-rows.ts';
import { pastedRows } from './pasted-text.ts';
import { scopeRows } from './scopes.ts';
import { sortRows } from './sort-rows.ts';

/** Recents and bookmarks shown before anything is typed: verbs follow on the same page. */
const MAX_REMEMBERED = 5;
/** Commands offered where nothing matches. */
const MAX_NEAREST = 4;

/** Returns true if a text that is shown for a row begins with a word. */
const begins = ({ words, label, id }: Suggestion, word: string): boolean =>
  label.toLowerCase().startsWith(word) || (words !== id && words.startsWith(word));

/** Returns the rows that contain every word: first the one of this name, then those that begin with it. */
function matchingRows(rows: NamedRows, words: readonly string[]): readonly Suggestion[] {
  const { verbs, places, off, syntax, foreign } = rows;
  const options = [...verbs, ...places, ...off, ...syntax, ...foreign].filter(each => {
    const text = `${each.words} ${each.id ?? ''} ${each.title}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  const [first = ''] = words;
  const line = words.join(' ');
  const rankOf = (each: Suggestion): number => {
    if (each.blocked !== undefined) return 4;
    if (each.words === line) return 0;
    if (each.words !== each.id && each.words.startsWith(line)) return 1;
    return begins(each, first) ? 2 : 3;
  };
  return options.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Returns the rows that contain most of the letters. */
function nearlyMatchingRows(rows: NamedRows, words: readonly string[]): readonly Suggestion[] {
  const letters = words.join('');
  return letters.length < 3
    ? []
    : [...rows.verbs, ...rows.places].filter(each => isNearly(each.words, letters));
}

/** Returns a row that says that nothing matches, and the nearest commands and places. */
function nearestRows({ verbs, places }: NamedRows, typed: string): readonly Suggestion[] {
  const text = typed.trim().slice(0, 40).toLowerCase();
  const distanceOf = ({ words, id = '' }: Suggestion): number =>
    Math.min(...[words, ...words.split(/[ .]/), ...id.split('.')].map(part => editDistance(text, part)));
  const nearest = [...verbs, ...places]
    .map(each => ({ each, distance: distanceOf(each) }))
    .filter(({ distance }) => distance <= Math.max(2, text.length / 2))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAREST);
  const nothing = safe`Nothing matches "${clean(typed.trim(), 40)}".`;
  const label = nearest.length === 0 ? nothing : safe`${nothing} The nearest:`;
  return [row({ words: typed, label, title: safe``, kind: 'none' }), ...nearest.map(({ each }) => each)];
}

/** Returns the rows before anything is typed: recents and bookmarks, verbs, places, what is off, syntax. */
function firstRows(state: State, { verbs, places, off, syntax }: NamedRows): readonly Suggestion[] {
  const remembered = searchSeen(state, [])
    .filter(({ from }) => from !== 'seen')
    .slice(0, MAX_REMEMBERED)
    .map(recordRow);
  const useful = verbs.filter(({ id }) => id !== 'place.open' && id !== 'place.back');
  return [...remembered, ...useful, ...places, ...off, ...syntax];
}

/**
 * Returns the places, commands and seen records that match the typed text, else the records that a pasted id
 * can belong to. Memoised: each key and the screen after it need the same rows.
 */
const matches = memo(matchesFor);

/** Returns the rows for the typed text. Enter runs the first of them unless another is chosen. */
export function suggestions(state: State, typed: string, known?: readonly string[]): readonly Suggestion[] {
  const sorts = typed.trimStart().startsWith(SORT) ? sortRows(state, typed) : [];
  if (sorts.length > 0) return sorts;
  return typed.trim() === '' ? matches(state, '') : withMeaning(state, typed, matches(state, typed, known));
}

function matchesFor(state: State, typed: string, known?: readonly string[]): readonly Suggestion[] {
  const words = typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
  const [first] = words;
  const kind = resourceNamed(first ?? '');
  if (kind !== undefined && /\s/.test(typed.trimStart())) return argumentRows(state, typed, { kind, known });
  const rows = namedRows(state);
  if (first === undefined) return firstRows(state, rows);
  const byName = matchingRows(rows, words);
  const seen = searchSeen(state, words).map(recordRow);
  const isBegun = byName.some(each => each.blocked === undefined && begins(each, first));
  const isOn = ({ blocked }: Suggestion): boolean => blocked === undefined;
  const options = isBegun ? [...byName.filter(isOn), ...seen] : [...seen, ...byName.filter(isOn)];
  const off = byName.filter(each => !isOn(each));
  if (options.length + off.length > 0) return [...options, ...off];
  const guessed = pastedRows(state, typed);
  if (guessed.length > 0) return guessed;
  const nearly = nearlyMatchingRows(rows, words);
  if (nearly.length > 0 || !('problem' in meaningOf(state, typed))) return nearly;
  return nearestRows(rows, typed);
}

/** Returns the row of what the text means where no name has this meaning. */
function typedRow(words: string, isDelete: boolean): Suggestion {
  const kind = resourceNamed(words.split(/\s+/)[0]?.toLowerCase() ?? '')?.kind;
  if (kind === undefined) return row({ words, title: safe`as typed` });
  const title = isDelete ? safe`delete this ${clean(kind)}` : safe`open this id as ${clean(kind)}`;
  return row({ words, title, kind: 'id' });
}

/**
 * Returns the rows with the meaning of the text as the first: Enter runs the marked row and nothing else. The
 * meaning of an unseen id comes last where the first row has that name; a text without one is no row to run.
 */
function withMeaning(state: State, typed: string, rows: readonly Suggestion[]): readonly Suggestion[] {
  const meant = meaningOf(state, typed);
  const words = typed.trim();
  if ('problem' in meant && meant.line === undefined)
    return rows.length > 0
      ? rows
      : [row({ words: typed, label: meant.problem, title: safe``, kind: 'none' })];
  const isMeant = (each: Suggestion): boolean =>
    !each.open && (meant.line === undefined ? each.words === words : lineOf(each) === meant.line);
  const isDelete = 'run' in meant && meant.destructive;
  const { verbs, places } = namedRows(state);
  const own = [...rows, ...verbs, ...places].find(isMeant) ?? typedRow(words, isDelete);
  const [first] = rows;
  const last = ` ${words.toLowerCase().split(/\s+/).at(-1)}`;
  const isName = first?.open === false && first.label.toLowerCase().includes(last);
  const others = rows.filter(each => each !== own);
  return 'run' in meant && meant.isGuess === true && isName ? [...others, own] : [own, ...others];
}

const rowsOfLine = new WeakMap<Editor, readonly Suggestion[]>();

/**
 * Returns the rows below the line. They stay as they are until the line changes: what arrives after they were
 * painted does not change what Enter runs.
 */
export function paletteRows(state: State, dialog: PaletteDialog): readonly Suggestion[] {
  const { editor, known } = dialog;
  const typed = editorText(editor);
  const rows =
    rowsOfLine.get(editor) ??
    (dialog.scope === undefined ? suggestions(state, typed, known) : scopeRows(state, dialog));
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
