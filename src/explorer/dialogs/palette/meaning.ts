import { ownIdName, refOf } from '../../../resources/record-ids.ts';
import {
  listingKind,
  ownerOf,
  resourceNamed,
  resourceOf,
  resources,
  root,
} from '../../../resources/registry.ts';
import { isLocal, isShown, type Ref, type Resource } from '../../../resources/resource.ts';
import { isName } from '../../../text/name.ts';
import { clean, joinSafe, type SafeText, safe, shortText } from '../../../text/sanitise.ts';
import { nearestWord } from '../../../text/suggest.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { PROFILE } from '../../commands/app.ts';
import { type AvailableCommand, available, elsewhere } from '../../commands/available.ts';
import { isDestructive, runCommand } from '../../commands/command.ts';
import { deleteRefusal } from '../../facts/write-protection.ts';
import { idMatch } from '../../lookup/search.ts';
import { cursorRef } from '../../selection/cursor.ts';
import { keyName } from '../../state/key-names.ts';
import { placeRefs } from '../../state/place.ts';
import { listWord, parsePlace, placeText, refText } from '../../state/place-text.ts';
import { viewsOf } from '../../state/recents.ts';
import { currentView, firstPlaces, newView, type State } from '../../state/state.ts';
import { placeProblem, viewFor } from '../../state/view-stacks.ts';
import { keyOf } from '../shared/dialog-command.ts';
import { COMPLETE } from './commands.ts';

/** An action that typed text stands for, or the reason why there is none. */
type Meaning =
  | {
      readonly run: (explorer: Explorer) => void;
      readonly destructive: boolean;
      /** The line of the named row that does the same. */
      readonly line?: string;
      /** No record with this id was seen: the text may be part of a name. */
      readonly isGuess?: boolean;
    }
  /** `line`: the line of a command that exists and does nothing now. */
  | { readonly problem: SafeText; readonly line?: string };

/** Quits, on any screen. */
export const QUIT = 'quit';

/** Opens the workspace of the login. */
export const HOME = 'home';

/** Returns the list of a kind, if it needs no parent. */
export function listPlace(kind: Resource) {
  const resource = listingKind(kind);
  return isLocal(resource) || root.children.some(child => child.from === 'list' && child.to === resource.kind)
    ? ({ screen: 'list', kind: resource.kind, ids: {} } as const)
    : undefined;
}

type ParsedIds = { readonly ids: Ref['ids']; readonly isGuess: boolean };

/** Completes typed ids from records that were seen. For deletes ids must be typed in full. */
function matchingIds(state: State, resource: Resource, typed: Ref['ids']): ParsedIds {
  if (!isShown(resource)) return { ids: typed, isGuess: false };
  let ids: Ref['ids'] = {};
  let isGuess = false;
  for (const [at, name] of resource.ids.entries()) {
    const kind = resources.find(each => each.ids.length === at + 1 && each.ids.at(-1) === name) ?? resource;
    const meant = idMatch(state, at === resource.ids.length - 1 ? resource : kind, {
      text: typed[name] ?? '',
      ids,
    });
    ids = { ...ids, [name]: meant.id };
    isGuess = !meant.isSeen;
  }
  return { ids, isGuess };
}

/** Returns the typed ids. A single one is completed with those of the record under the cursor. */
function idsFrom(state: State, resource: Resource, values: readonly string[]): ParsedIds | undefined {
  const own = ownIdName(resource);
  if (values.length === resource.ids.length) {
    const typed = Object.fromEntries(resource.ids.map((name, at) => [name, values[at] ?? '']));
    return matchingIds(state, resource, typed);
  }
  const parent = { ...state.session.server?.defaultIds, ...cursorRef(state)?.ids };
  const names = resource.ids.slice(0, -1);
  const isKnown = names.every(name => Object.hasOwn(parent, name) && parent[name] !== values[0]);
  if (values.length !== 1 || !isKnown) return undefined;
  const given = names.map(name => [name, parent[name] ?? '']);
  return matchingIds(state, resource, Object.fromEntries([...given, [own, values[0] ?? '']]));
}

/** Opens a record, or asks to delete it if the API cannot read it. */
function refMeaning(state: State, ref: Ref, isGuess: boolean): Meaning {
  const resource = resourceOf(ref.kind);
  if (isShown(resource))
    return {
      run: ({ jump }) => jump(newView({ screen: 'record', ref })),
      destructive: false,
      line: refText(ref),
      isGuess,
    };
  const refusal = deleteRefusal(state);
  if (refusal !== undefined) return { problem: refusal };
  return { run: ({ openDelete }) => openDelete([{ ref }]), destructive: true };
}

/** Returns true if the owner of a record has to be chosen: none was typed, and none is open. */
function needsOwner(state: State, resource: Resource, given: ParsedIds | undefined): boolean {
  const owner = ownerOf(resource);
  if (owner === undefined || resource.read === undefined || given?.isGuess === false) return false;
  const open = { ...state.session.server?.defaultIds, ...placeRefs(currentView(state).place)[0]?.ids };
  return !owner.ids.every(name => Object.hasOwn(open, name));
}

/** Returns the ids that are typed behind the name of a kind: `<botId> <issueId>`. */
export const idNames = (names: readonly string[]): SafeText =>
  joinSafe(
    names.map(name => safe`<${clean(name)}>`),
    ' ',
  );

const usageOf = ({ kind, ids }: Resource) => ({ problem: safe`Usage: ${clean(kind)} ${idNames(ids)}` });

function kindMeaning(state: State, resource: Resource, values: readonly string[]): Meaning {
  const list = listPlace(resource);
  if (values.length === 0 && resource === root) {
    const [home] = firstPlaces(state.session.server);
    if (home !== undefined) return { run: ({ jump }) => jump(newView(home)), destructive: false, line: HOME };
  }
  if (values.length === 0 && list !== undefined)
    return { run: ({ jump }) => jump(newView(list)), destructive: false, line: listWord(resource) };
  const [only = ''] = values;
  const owner = ownerOf(resource);
  // The id of a seen owner is not the record's own: that id is still to be typed.
  if (values.length === 1 && owner !== undefined && idMatch(state, owner, { text: only, ids: {} }).isSeen)
    return usageOf(resource);
  const given = idsFrom(state, resource, values);
  const isIdAlone = values.length === 1 && refOf(resource, {}, only).ok;
  if (given === undefined || (isIdAlone && needsOwner(state, resource, given))) return usageOf(resource);
  const ref = refOf(resource, given.ids, given.ids[ownIdName(resource)] ?? '');
  return ref.ok
    ? refMeaning(state, ref.value, given.isGuess)
    : { problem: safe`Not a valid id: ${ref.why}.` };
}

/** Opens a place, as in `bot/<id>` or `bots?filter=…`. */
function placeMeaning(state: State, text: string): Meaning {
  const parsed = parsePlace(text);
  if (parsed.kind === 'record' && parsed.place.screen === 'record')
    return refMeaning(state, parsed.ref, false);
  const view = viewFor(parsed, state.session.server);
  return view === undefined
    ? { problem: safe`${placeProblem(text) ?? safe`This is not a place`}.` }
    : { run: ({ jump }) => jump(view), destructive: false };
}

function commandMeaning(state: State, word: string): Meaning {
  const isNamed = ({ command }: AvailableCommand): boolean => command.id === word || command.word === word;
  const here = available(state);
  const options =
    here.find(isNamed) ??
    here.find(({ command: { id, group } }) => group !== 'Move' && id.endsWith(`.${word}`)) ??
    elsewhere(state).find(isNamed);
  if (options === undefined) {
    const key = keyOf(state, COMPLETE);
    const advice = key === undefined ? safe`` : safe` ${key} completes,`;
    const help = keyName(state.user.keymap, 'app.help');
    return { problem: safe`Unknown command or place: ${clean(word, 60)}.${advice} ${help} shows help.` };
  }
  const { command, blocked } = options;
  if (blocked !== undefined) return { problem: blocked, line: command.id };
  const run = (explorer: Explorer): void => runCommand(explorer, command, word);
  return { run, destructive: isDestructive(command, state), line: command.id };
}

/** Switches to a profile, or to a login of the official tool: `profile NAME`. */
function profileMeaning(
  {
    user: {
      logins: { options, current },
    },
  }: State,
  name: string,
): Meaning {
  const named = options.filter(each => each.name !== undefined);
  const option = named.find(each => each.name === name);
  if (option !== undefined && option.id === current) return { problem: safe`Already using this profile.` };
  if (option !== undefined) return { run: ({ logInWith }) => logInWith(option.id), destructive: false };
  const meant = nearestWord(
    name,
    named.map(each => each.name ?? ''),
  );
  const hint = meant === undefined ? safe`` : safe` Did you mean ${clean(meant)}?`;
  return { problem: safe`No profile "${clean(name, 60)}".${hint}` };
}

/** Returns the action for a typed line, or why there is none. */
export function meaningOf(state: State, typed: string): Meaning {
  const text = typed.trim();
  const [word = '', ...values] = text.split(/\s+/);
  if (['q', 'q!', QUIT].includes(word))
    return { run: ({ end }) => end('quit'), destructive: false, line: QUIT };
  if (text === HOME) return kindMeaning(state, root, []);
  if (word === VIEW) return viewMeaning(state, values);
  if (word === PROFILE && values.length > 0) return profileMeaning(state, values.join(' '));
  // Some commands have two words, as in `skin dark`.
  const words = [word, ...values].join(' ');
  if (values.length > 0 && available(state).some(({ command }) => command.word === words))
    return commandMeaning(state, words);
  const resource = resourceNamed(word.toLowerCase());
  if (resource !== undefined) return kindMeaning(state, resource, values);
  // A filter in a place may hold spaces.
  const isPlace =
    /[/?]./.test(word) && resourceNamed(word.toLowerCase().split(/[/?]/)[0] ?? '') !== undefined;
  if (isPlace) return placeMeaning(state, text);
  return commandMeaning(state, words);
}

/** First word of a saved view, and the sign behind a name that saves. */
export const VIEW = 'view';
const SAVES = '=';

/** Saves the list on the screen with its filter and order under a name: `:view NAME =`. */
function saveViewMeaning(state: State, name: string): Meaning {
  const view = currentView(state);
  const place = view.place.screen === 'list' ? placeText(view.place, view) : undefined;
  if (place === undefined) return { problem: safe`Only a list can be saved as a view.` };
  if (!isName(name)) return { problem: safe`A view's name is a word of at most 40 letters.` };
  const run = ({ saveView, notify }: Explorer): void => {
    saveView({ place, name: clean(name) });
    notify('good', safe`Saved: :view ${clean(name)} opens it.`);
  };
  return { run, destructive: false };
}

/** Opens a saved view (`view NAME`), or saves one (`view NAME =`). */
function viewMeaning(state: State, values: readonly string[]): Meaning {
  const [name = '', sign] = values;
  if (sign === SAVES && values.length === 2) return saveViewMeaning(state, name);
  const saved = viewsOf(state).get(name);
  if (saved === undefined || values.length !== 1)
    return { problem: safe`Usage: view <name>, or view <name> = to save this list.` };
  const view = viewFor(parsePlace(saved), state.session.server);
  return view === undefined
    ? { problem: safe`View ${clean(name)} opens nothing: "${clean(saved, 80)}".` }
    : { run: ({ jump }) => jump(view), destructive: false };
}

/** Returns a sentence for each saved view of the settings that `:view` cannot open. */
export function viewProblems(savedViews: State['user']['savedViews']): readonly SafeText[] {
  return Object.entries(savedViews).flatMap(([name, place]) => {
    if (!isName(name)) return [safe`views.${shortText(name)}: a name is a word of at most 40 letters`];
    const problem = placeProblem(place);
    return problem === undefined ? [] : [safe`views.${clean(name)}: ${problem}`];
  });
}
