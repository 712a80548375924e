import { Box, Text } from 'ink';
import SelectInput from 'ink-select-input';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutWords, sized } from '../../text/width.ts';
import type { Explorer } from '../actions/explorer.ts';
import { menuCommands } from '../commands/available.ts';
import type { Command } from '../commands/command.ts';
import { keysText } from '../dialogs/palette/key-rows.ts';
import { chooseAction } from '../keyboard/keyboard.ts';
import type { State } from '../state/state.ts';

/** Commands of a menu: all available ones, or those that copy. */
export type MenuTopic = true | 'copy';

/** Returns the topic of the open menu; undefined without one. */
export const openMenu = ({ dialog }: State): MenuTopic | undefined =>
  dialog?.kind === 'menu' ? (dialog.topic ?? true) : undefined;

/** The `a` menu. Commands that delete open their confirmation. */
export function Menu({
  explorer,
  of,
  alone,
  rows,
  onHighlight = () => undefined,
}: {
  readonly explorer: Explorer;
  readonly of: MenuTopic;
  readonly alone: () => boolean;
  readonly rows: number;
  readonly onHighlight?: (command: Command) => void;
}) {
  const state = explorer.store.getState();
  const items = menuCommands(state, of).map(command => ({
    key: command.id,
    label: menuRow(state, command),
    value: command,
  }));
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <SelectInput
        items={items}
        limit={Math.max(1, rows - 1)}
        indicatorComponent={NoIndicator}
        itemComponent={Item}
        onHighlight={({ value }) => onHighlight(value)}
        onSelect={({ value }) => chooseAction(explorer, value.id, { alone: alone() })}
      />
    </Box>
  );
}

/** Returns a row of the menu: the title of a command, its keys at the right. */
function menuRow(state: State, command: Command): SafeText {
  const { columns } = state.screen.size;
  const keys = keysText(state, command);
  const room = Math.max(1, columns - cells(keys) - 5);
  return safe`   ${sized(cutWords(command.title, room), room)} ${keys} `;
}

/** The bar of the chosen row has a mark of its own. */
const NoIndicator = (): null => null;

function Item({ isSelected = false, label }: { readonly isSelected?: boolean; readonly label: string }) {
  return (
    <Text inverse={isSelected} wrap="truncate">
      {isSelected ? ` ▸${label.slice(2)}` : label}
    </Text>
  );
}
