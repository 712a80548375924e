import { Box, Text } from 'ink';
import SelectInput from 'ink-select-input';
import type { Explorer } from '../actions/explorer.ts';
import { menuCommands } from '../commands/available.ts';
import { keysOf } from '../dialogs/help/lines.ts';
import { chooseAction } from '../keyboard/keyboard.ts';
import type { State } from '../state/state.ts';

/** Which commands a menu offers: all that can be done here, or the ways to copy. */
export type MenuOf = true | 'copy';

/** The menu that is open; undefined when none is. */
export const shownMenu = ({ dialog }: State): MenuOf | undefined =>
  dialog?.kind === 'menu' ? (dialog.of ?? true) : undefined;

/** The `a` menu: a short fixed list, so the ready-made one serves. What deletes asks again by itself. */
export function Menu({
  explorer,
  of,
  alone,
  rows,
  onHighlight = () => undefined,
}: {
  readonly explorer: Explorer;
  readonly of: MenuOf;
  readonly alone: () => boolean;
  readonly rows: number;
  /** Told of the row that the arrows went to. */
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
