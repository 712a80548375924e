import type { FileSettings } from '../../config/config-file.ts';
import { clean, type SafeText, safe, shortText } from '../../text/sanitise.ts';
import { graphemes } from '../../text/width.ts';
import { didYouMean, isName } from '../../text/words.ts';
import { keyPlaces } from '../commands/command.ts';
import { checkCustom } from '../commands/custom.ts';
import { commands, standardKeys } from '../commands/registry.ts';
import { isKeyName, keyLabel, keyOfLabel } from '../state/key-names.ts';
import type { Keymap, State } from '../state/state.ts';
import { placeProblem } from '../state/view-stacks.ts';
import { dialogBindings } from './palette/scopes.ts';

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

/** Gone since earlier versions: keys for them in settings are accepted and do nothing. */
const FORMER =
  /^(log\.(open|failed-only)|(sort-menu|help|id-prompt|choose)\.\w+|skin\.(dark|mono)|tour\.toggle|find-owner\.ask|place\.in-use|delete\.(list|failed-only))$/;

type Bindable = Readonly<{
  id: string;
  keys: readonly string[];
  destructive?: true;
  /** It acts while letters are text. */
  isInField?: true;
  /** `keysIn`: where its keys act, if not everywhere in `where`. */
  where: readonly string[];
  keysIn?: readonly string[];
}>;

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
  for (const [id, written] of Object.entries(given)) {
    const command = commands.find(each => each.id === id);
    if (command === undefined) {
      if (FORMER.test(id)) continue;
      problems.push(safe`keys.${shortText(id)}: no action has this name${didYouMean(id, ids)}`);
      continue;
    }
    const keys = written.map(keyOfLabel);
    const good = keys.filter(key => {
      const problem = keyProblem(key, command);
      if (problem !== undefined) problems.push(safe`keys.${clean(id)}: ${problem}`);
      return problem === undefined;
    });
    // Without a valid key the standard ones stay; an empty list removes them on purpose.
    if (good.length > 0 || keys.length === 0) own.set(command, good);
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
