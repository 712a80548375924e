import type { FileSettings } from '../../config/config-file.ts';
import { bindKeys } from '../commands/bindings.ts';
import { checkCustom } from '../commands/custom.ts';
import { commands } from '../commands/table.ts';
import { dialogBindings } from './palette/dialog-commands.ts';
import { viewProblems } from './palette/meaning.ts';

export function ownPreferences(file: Pick<FileSettings, 'keys' | 'views' | 'commands'>) {
  const own = checkCustom(file.commands, commands);
  const keys = bindKeys([...commands, ...own.commands, ...dialogBindings], { ...own.keys, ...file.keys });
  return {
    keymap: keys.keymap,
    problems: [...own.problems, ...keys.problems, ...viewProblems(file.views)],
    savedViews: file.views,
    customCommands: own.own,
  };
}
