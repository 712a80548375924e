import type { FileSettings } from '../../config/config-file.ts';
import { clean, type SafeText, safe, shortText } from '../../text/sanitise.ts';
import { graphemes } from '../../text/width.ts';
import { didYouMean, isName } from '../../text/words.ts';
import { type Command, keyPlaces } from '../commands/command.ts';
import { checkCustom } from '../commands/custom.ts';
import { commands, standardKeys } from '../commands/registry.ts';
import type { AnyDialog } from '../state/dialogs.ts';
import { isKeyName, keyLabel, keyOfLabel } from '../state/key-names.ts';
import type { Keymap, State } from '../state/state.ts';
import { placeProblem } from '../state/view-stacks.ts';
import { dialogBindings } from './palette/scopes.ts';
import type { DialogCommand } from './shared/dialog.ts';

/** The terminal sends the same bytes for another key, or nothing. */
const UNREACHABLE: Readonly<Record<string, SafeText>> = {
  'ctrl+i': safe`arrives as Tab`,
  'ctrl+m': safe`arrives as Enter`,
  'ctrl+j': safe`arrives as Enter`,
  'ctrl+h': safe`arrives as Backspace`,
  'ctrl+[': safe`arrives as Esc`,
  'ctrl+c': safe`always quits`,
  'ctrl+z': safe`always suspends`,
};

/** Ids of earlier versions, with the action that has their keys too, or with what to do instead. */
const FORMER: readonly (readonly [was: RegExp, now: SafeText])[] = [
  [/^(choose\.open|find-owner\.ask|(help|id-prompt|sort-menu)\.accept)$/, safe`palette.accept`],
  [/^skin\.dark$/, safe`skin.terminal`],
  [/^skin\.mono$/, safe`set NO_COLOR`],
  [/^sort-menu\./, safe`press s and a letter, or bind sort.<column>`],
  [/^log\./, safe`the requests are a list, with the keys of lists`],
  [/^delete\.(list|failed-only)$/, safe`marks on the list choose what is deleted`],
  [/^tour\.toggle$/, safe`botscope help places has its steps`],
];

const formerOf = (id: string) => FORMER.find(([was]) => was.test(id))?.[1];

type Bindable = Pick<Command, 'id' | 'keys' | 'destructive'> &
  Pick<DialogCommand<AnyDialog>, 'isInField'> &
  Readonly<{ where: readonly string[]; keysIn?: readonly string[] }>;

function keyProblem(key: string, command: Bindable): SafeText | undefined {
  const shown = shortText(keyLabel(key));
  const reason = UNREACHABLE[key];
  if (reason !== undefined) return safe`${shown} ${reason}`;
  if (!isKeyName(key) && graphemes(key).length !== 1)
    return safe`${shown} is not a key; write j, G, Space, Ctrl-D, Enter …`;
  const bare = !key.startsWith('ctrl+');
  if (command.destructive && bare) return safe`${shown} would delete by a single key: use Ctrl and a letter`;
  if (command.isInField && (graphemes(key).length === 1 || key === 'space'))
    return safe`${shown} is text in a field: use Ctrl and a letter`;
  return undefined;
}

const overlap = (a: Bindable, b: Bindable) => keyPlaces(a).some(place => keyPlaces(b).includes(place));

function checked(commands: readonly Bindable[], given: Keymap) {
  const ids = commands.map(({ id }) => id);
  const own = new Map<Bindable, readonly string[]>();
  const problems: SafeText[] = [];
  // Former ids come last: their keys are added to those of the present one.
  const entries = Object.entries(given).map(([id, written]) => ({ id, written, now: formerOf(id) }));
  for (const { id, written, now } of entries.toSorted((a, b) => Number(!!a.now) - Number(!!b.now))) {
    const command = commands.find(each => each.id === (now ?? id));
    if (command === undefined) {
      const why = now ? safe` is gone: ${now}` : safe`: no action has this name${didYouMean(id, ids)}`;
      problems.push(safe`keys.${shortText(id)}${why}`);
      continue;
    }
    const keys = written.map(keyOfLabel);
    const good = keys.filter(key => {
      const problem = keyProblem(key, command);
      if (problem !== undefined) problems.push(safe`keys.${clean(id)}: ${problem}`);
      return problem === undefined;
    });
    const present = now ? (own.get(command) ?? command.keys) : [];
    // Without a valid key the standard ones stay; an empty list removes them on purpose.
    if (good.length > 0 || keys.length === 0) own.set(command, [...new Set([...present, ...good])]);
  }
  return { own, problems };
}

/** Over standard ones, and which action loses a key. The first own one keeps it. */
export function bindKeys(commands: readonly Bindable[], given: Keymap) {
  const { own, problems } = checked(commands, given);
  const keymap: Record<string, readonly string[]> = {};
  const taken: Readonly<{ command: Bindable; key: string }>[] = [];
  const order = [...commands].sort((a, b) => Number(own.has(b)) - Number(own.has(a)));
  for (const command of order) {
    const wanted = own.get(command) ?? command.keys;
    const kept = wanted.filter(key => {
      const rival = taken.find(each => each.key === key && overlap(each.command, command));
      if (rival === undefined) return true;
      const label = shortText(keyLabel(key));
      problems.push(safe`${label} is ${clean(rival.command.id)} now, not ${clean(command.id)}`);
      return false;
    });
    taken.push(...kept.map(key => ({ command, key })));
    if (own.has(command) || kept.length < wanted.length) keymap[command.id] = kept;
  }
  return { keymap, problems };
}

export const viewProblems = (savedViews: State['user']['savedViews']): readonly SafeText[] =>
  Object.entries(savedViews).flatMap(([name, place]) => {
    if (!isName(name)) return [safe`views.${shortText(name)}: a name is a word of at most 40 letters`];
    const why = placeProblem(place);
    return why === undefined ? [] : [safe`views.${clean(name)}: ${why}`];
  });

export function ownPreferences(file: Pick<FileSettings, 'keys' | 'views' | 'commands'>) {
  const own = checkCustom(file.commands, commands);
  const keys = bindKeys([...commands, ...own.commands, ...dialogBindings], { ...own.keys, ...file.keys });
  const problems: readonly SafeText[] = [...own.problems, ...keys.problems, ...viewProblems(file.views)];
  const keymap = { ...standardKeys, ...keys.keymap };
  return { keymap, problems, savedViews: file.views, customCommands: own.own };
}
