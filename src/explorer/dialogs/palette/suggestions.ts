import { localResources, resourceNamed, resources, root } from '../../../resources/registry.ts';
import { isShown, type Resource } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { cutMiddle } from '../../../text/width.ts';
import { PROFILE } from '../../commands/app.ts';
import { available } from '../../commands/available.ts';
import { pastedChoice } from '../../lookup/paste-choice.ts';
import { recognisedRefs } from '../../lookup/recognise.ts';
import { isNearly, searchSeen } from '../../lookup/search.ts';
import type { IndexedRecord } from '../../lookup/seen-index.ts';
import { keyLabel } from '../../state/key-names.ts';
import { refText } from '../../state/place-text.ts';
import { viewsOf } from '../../state/recents.ts';
import type { State } from '../../state/state.ts';
import { listPlace, meaningOf, QUIT, VIEW } from './meaning.ts';

/** A row below the `:` line: the words to type, its title and kind, and the key with the same effect. */
export type Suggestion = {
  readonly words: string;
  /** Text shown in place of the words. */
  readonly label: SafeText;
  readonly title: SafeText;
  readonly kind: 'place' | 'view' | 'command' | 'id' | IndexedRecord['from'];
  readonly key: SafeText | undefined;
  /** Ids have to be typed behind the words. */
  readonly open: boolean;
};

type SuggestionOptions = Pick<Suggestion, 'words' | 'title'> & Partial<Suggestion>;

const row = ({ words, title, ...rest }: SuggestionOptions): Suggestion => ({
  words,
  title,
  label: clean(words),
  kind: 'place',
  key: undefined,
  open: false,
  ...rest,
});

const wholeRow = (resource: Resource): Suggestion =>
  row({
    words: resource.aliases[0] ?? resource.kind,
    title: safe`all ${clean(resource.plural.toLowerCase())}`,
  });

function placeRows(): readonly Suggestion[] {
  const local = localResources.map(wholeRow);
  const remote = resources.flatMap(resource => {
    const ids = joinSafe(
      resource.ids.map(name => safe`<${clean(name)}>`),
      ' ',
    );
    const act = !isShown(resource) ? safe`delete` : safe`open`;
    const byId = row({
      words: resource.kind,
      title: safe`${act} one: ${clean(resource.kind)} ${ids}`,
      open: true,
    });
    if (resource === root) return [{ ...byId, title: safe`the workspace, or another by id`, open: false }];
    return listPlace(resource) === undefined ? [byId] : [wholeRow(resource), byId];
  });
  return [...remote, ...local];
}

/** Returns a place with its escapes decoded where that is possible. */
function readablePlace(place: string): SafeText {
  try {
    return clean(decodeURIComponent(place), 200);
  } catch {
    return clean(place, 200);
  }
}

/** Returns the named lists: bookmarks and views of the settings. */
function viewRows(state: State): readonly Suggestion[] {
  return [...viewsOf(state)].map(([name, place]) =>
    row({ words: `${VIEW} ${name}`, title: readablePlace(place), kind: 'view' }),
  );
}

/** Returns the profiles and logins that can be switched to by name. */
function profileRows({
  user: {
    logins: { options, current },
  },
}: State): readonly Suggestion[] {
  return options.flatMap(({ id, name, detail }) =>
    name === undefined || id === current
      ? []
      : [row({ words: `${PROFILE} ${name}`, title: detail, kind: 'view' })],
  );
}

function commandRows(state: State): readonly Suggestion[] {
  const rows = available(state).filter(
    ({ command, blocked }) =>
      blocked === undefined &&
      (command.group !== 'Move' || command.word !== undefined) &&
      command.id !== 'app.line',
  );
  return rows.map(({ command }) =>
    row({
      words: command.word ?? command.id,
      title: command.title,
      kind: 'command',
      key: command.keys[0] === undefined ? undefined : clean(keyLabel(command.keys[0])),
    }),
  );
}

const recordRow = ({ ref, id, name, from }: IndexedRecord): Suggestion =>
  row({
    words: refText(ref),
    label: safe`${clean(ref.kind)} ${name === '' ? cutMiddle(clean(id, 200), 16) : name}`,
    title: clean(id, 200),
    kind: from,
  });

/** Returns the seen records of a kind, and the typed id itself. */
function rowsOfKind(
  state: State,
  typed: string,
  { kind, words }: { kind: Resource; words: readonly string[] },
): readonly Suggestion[] {
  const rows = !isShown(kind) ? [] : searchSeen(state, words, kind).map(recordRow);
  const meaning = meaningOf(state, typed);
  if (words.length === 0 || 'problem' in meaning || rows.length === 0) return rows;
  const title = safe`open this id as ${clean(kind.kind)}`;
  return [...rows, row({ words: typed.trim(), title, kind: 'id' })];
}

function guessRows(state: State, typed: string): readonly Suggestion[] {
  return recognisedRefs(state, typed).map(ref => {
    const { kind, label, detail, destination } = pastedChoice(state, ref, typed);
    const words = destination.to === 'find-owner' ? `${destination.kind} ${destination.id}` : refText(ref);
    return row({ words, label: safe`${kind} ${label}`, title: detail, kind: 'id' });
  });
}

function namedRows(state: State): readonly Suggestion[] {
  const quit = row({ words: QUIT, title: safe`quit`, kind: 'command' });
  return [...placeRows(), ...viewRows(state), ...profileRows(state), quit, ...commandRows(state)];
}

/** Returns the rows that contain every word, those that begin with the first word first. */
function matchingRows(state: State, words: readonly string[]): readonly Suggestion[] {
  const options = namedRows(state).filter(each => {
    const text = `${each.words} ${each.title}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  const starts = options.filter(each => each.words.startsWith(words[0] ?? ''));
  return [...starts, ...options.filter(each => !starts.includes(each))];
}

/** Returns the rows that contain most of the letters. */
function nearlyMatchingRows(state: State, words: readonly string[]): readonly Suggestion[] {
  const letters = words.join('');
  return letters.length < 3 ? [] : namedRows(state).filter(each => isNearly(each.words, letters));
}

/**
 * Returns the places, commands and seen records that match the typed text, else the records that a pasted id
 * can belong to. Memoised: each key and the screen after it need the same rows.
 */
export const suggestions = memo(suggestionsFor);

function suggestionsFor(state: State, typed: string): readonly Suggestion[] {
  const words = typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
  const kind = resourceNamed(words[0] ?? '');
  if (kind !== undefined && /\s/.test(typed.trimStart()))
    return rowsOfKind(state, typed, { kind, words: words.slice(1) });
  const byName = matchingRows(state, words);
  const seen = searchSeen(state, words).map(recordRow);
  const [first] = words;
  if (first === undefined) {
    const isPlace = (each: Suggestion): boolean => each.kind === 'place' || each.kind === 'view';
    const kept = seen.filter(each => each.kind !== 'seen');
    return [...byName.filter(isPlace), ...kept, ...byName.filter(each => !isPlace(each))];
  }
  const isBegun = byName.some(each => each.words.startsWith(first));
  const options = isBegun ? [...byName, ...seen] : [...seen, ...byName];
  if (options.length > 0) return options;
  const guessed = guessRows(state, typed);
  return guessed.length > 0 ? guessed : nearlyMatchingRows(state, words);
}

/**
 * Returns the line that Enter runs: the row chosen by the arrows, else the typed text if it has a meaning, or
 * names a command that does nothing now. Any other single word runs the first row. An unseen id gives way
 * only to a name that begins with it.
 */
export function lineToRun(
  state: State,
  { typed, choice, chosen }: { typed: string; choice: number; chosen: Suggestion | undefined },
): string {
  const meant = meaningOf(state, typed);
  if (chosen === undefined || chosen.open) return typed;
  if (choice > 0) return chosen.words;
  const words = typed.trim().toLowerCase().split(/\s+/);
  if ('problem' in meant) return words.length > 1 || meant.isBlocked ? typed : chosen.words;
  const isName = chosen.label.toLowerCase().includes(` ${words.at(-1)}`);
  return meant.isGuess === true && isName ? chosen.words : typed;
}
