import { localResources, resources, root } from '../../../resources/registry.ts';
import { isShown, type Resource } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { PROFILE } from '../../commands/app.ts';
import { type AvailableCommand, available, elsewhere } from '../../commands/available.ts';
import { byUse, isSeldom } from '../../commands/by-use.ts';
import type { Command } from '../../commands/command.ts';
import type { IndexedRecord } from '../../lookup/seen-index.ts';
import { keyLabel } from '../../state/key-names.ts';
import { listWord } from '../../state/place-text.ts';
import { viewsOf } from '../../state/recents.ts';
import type { State } from '../../state/state.ts';
import { HOME, idNames, listPlace, QUIT, VIEW } from './meaning.ts';

/** A row below the `:` line: the words to type, its title and kind, and the key with the same effect. */
export type Suggestion = {
  readonly words: string;
  /** Text shown in place of the words. */
  readonly label: SafeText;
  readonly title: SafeText;
  readonly kind: 'place' | 'view' | 'command' | 'id' | 'login' | 'none' | IndexedRecord['from'];
  /** The key; of a command without one, the words to type. */
  readonly key: SafeText | undefined;
  /** More has to be typed behind the words. */
  readonly open: boolean;
  /** Reason why it does nothing now. */
  readonly blocked?: SafeText | undefined;
  /** Id of the command. */
  readonly id?: string;
  /** Runs it where it is no line to type. */
  readonly run?: (explorer: Explorer) => void;
};

/** Returns the line that a row stands for. */
export const lineOf = ({ id, words }: Suggestion): string => id ?? words;

type SuggestionOptions = Pick<Suggestion, 'words' | 'title'> & Partial<Suggestion>;

/** Returns a row, by default one of a place that needs no more words. */
export const row = ({ words, title, ...rest }: SuggestionOptions): Suggestion => ({
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
    words: listWord(resource),
    title: safe`all ${clean(resource.plural.toLowerCase())}`,
  });

/** Returns the row that says how a record of a kind is opened, or deleted, by its ids. */
const syntaxRow = (resource: Resource): Suggestion =>
  row({
    words: resource.kind,
    title: safe`${isShown(resource) ? safe`open` : safe`delete`} one: ${clean(resource.kind)} ${idNames(resource.ids)}`,
    open: true,
  });

/** Returns a place with its escapes decoded where that is possible. */
function readablePlace(place: string): SafeText {
  try {
    return clean(decodeURIComponent(place), 200);
  } catch {
    return clean(place, 200);
  }
}

/** Returns the named lists: bookmarks and views of the settings. */
const viewRows = (state: State): readonly Suggestion[] =>
  [...viewsOf(state)].map(([name, place]) =>
    row({ words: `${VIEW} ${name}`, title: readablePlace(place), kind: 'view' }),
  );

/** Returns the profiles and logins that can be switched to by name. */
function profileRows({ user: { logins } }: State): readonly Suggestion[] {
  return logins.options.flatMap(({ id, name, detail }) =>
    name === undefined || id === logins.current
      ? []
      : [row({ words: `${PROFILE} ${name}`, title: detail, kind: 'view' })],
  );
}

/** Returns the key of a command, or those through its menu, or the words to type. */
function keyOf(state: State, { keys, word, id, menuKeys }: Command): SafeText {
  const [key] = keys;
  if (key !== undefined) return clean(keyLabel(key, state.screen));
  return menuKeys?.(state) ?? safe`:${clean(word ?? id)}`;
}

const commandRow = (state: State, { command, blocked }: AvailableCommand): Suggestion =>
  row({
    words: command.word ?? command.id,
    label: command.title,
    title: command.title,
    kind: 'command',
    key: keyOf(state, command),
    blocked,
    id: command.id,
  });

/** Motions have no use in a line of text, nor has the line itself. */
const isNamed = ({ command: { id, group, word, isFormer } }: AvailableCommand): boolean =>
  (group !== 'Move' || word !== undefined) && id !== 'app.line' && isFormer !== true;

/** Returns commands by their use, those of seldom use last. */
const commandRows = (state: State, entries: readonly AvailableCommand[]): readonly Suggestion[] =>
  entries
    .filter(isNamed)
    .toSorted(
      (a, b) => byUse(a.command, b.command) || Number(isSeldom(a.command)) - Number(isSeldom(b.command)),
    )
    .map(entry => commandRow(state, entry));

/** The rows with names, in groups as they follow each other. */
export type NamedRows = {
  readonly verbs: readonly Suggestion[];
  readonly places: readonly Suggestion[];
  /** Commands that are off now, and those of other screens. */
  readonly off: readonly Suggestion[];
  readonly foreign: readonly Suggestion[];
  /** Kinds with the ids to type. */
  readonly syntax: readonly Suggestion[];
};

/** Returns all rows with names: what can be done, where one can go, what is off, and how ids are typed. */
export function namedRows(state: State): NamedRows {
  const entries = available(state);
  const isOn = ({ blocked }: AvailableCommand): boolean => blocked === undefined;
  const home = row({ words: HOME, title: safe`the workspace` });
  const lists = resources.filter(resource => resource !== root && listPlace(resource) !== undefined);
  return {
    verbs: [
      ...commandRows(state, entries.filter(isOn)),
      row({ words: QUIT, title: safe`quit`, kind: 'command' }),
    ],
    places: [...[...lists, ...localResources].map(wholeRow), home, ...viewRows(state), ...profileRows(state)],
    off: commandRows(
      state,
      entries.filter(entry => !isOn(entry)),
    ),
    foreign: commandRows(state, elsewhere(state)),
    syntax: resources.map(syntaxRow),
  };
}
