import type { FileSettings } from '../../config/config-file.ts';
import { clean, type SafeText, safe, shortText } from '../../text/sanitise.ts';
import { isName } from '../../text/words.ts';
import { checkCustom } from '../commands/custom.ts';
import { bindKeys } from '../commands/own-keys.ts';
import { commands } from '../commands/table.ts';
import type { State } from '../state/state.ts';
import { placeProblem } from '../state/view-stacks.ts';
import { dialogBindings } from './palette/dialog-commands.ts';

/** Returns a sentence for each saved view of the settings that `:view` cannot open. */
export function viewProblems(savedViews: State['user']['savedViews']): readonly SafeText[] {
  return Object.entries(savedViews).flatMap(([name, place]) => {
    if (!isName(name)) return [safe`views.${shortText(name)}: a name is a word of at most 40 letters`];
    const why = placeProblem(place);
    return why === undefined ? [] : [safe`views.${clean(name)}: ${why}`];
  });
}

/** Returns the preferences in a settings file, with a sentence for each one that is left out. */
export function ownPreferences(file: Pick<FileSettings, 'keys' | 'views' | 'commands'>) {
  const own = checkCustom(file.commands, commands);
  const keys = bindKeys([...commands, ...own.commands, ...dialogBindings], { ...own.keys, ...file.keys });
  const problems: readonly SafeText[] = [...own.problems, ...keys.problems, ...viewProblems(file.views)];
  return { keymap: keys.keymap, problems, savedViews: file.views, customCommands: own.own };
}
