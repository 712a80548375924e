import { Box, Text } from 'ink';
import SelectInput from 'ink-select-input';
import type { Explorer } from '../actions/explorer.ts';
import { menuCommands } from '../commands/available.ts';
import { keysOf } from '../dialogs/help/lines.ts';
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
  /** Called with the label of the newly highlighted row. */
  readonly onHighlight?: (label: string) => void;
}) {
  const items = menuCommands(explorer.store.getState(), of).map(command => ({
    key: command.id,
    label: `${command.title}   ${keysOf(command)}`,
    value: command.id,
  }));
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <SelectInput
        items={items}
        limit={Math.max(1, rows - 1)}
        indicatorComponent={Indicator}
        onHighlight={({ label }) => onHighlight(label)}
        onSelect={({ value }) => chooseAction(explorer, value, { alone: alone() })}
      />
    </Box>
  );
}

function Indicator({ isSelected = false }: { readonly isSelected?: boolean }) {
  return <Text>{isSelected ? ' ▸ ' : '   '}</Text>;
}
