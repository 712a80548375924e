import SelectInput from 'ink-select-input';
import { useStore } from 'zustand';
import { markedRow, markedRows, unmarkedRows } from '../paint/screen.ts';
import { type FormProps, Row, usePainted } from './rows.tsx';

/** The panel of the palette. Its rows and the marked one come from the store: no key reaches the list. */
export function Palette(part: FormProps) {
  const [title = '', ...rows] = usePainted(part, unmarkedRows);
  const [, ...marked] = usePainted(part, markedRows);
  const mark = useStore(part.store, markedRow);
  return (
    <>
      <Row text={title} />
      <SelectInput
        key={[mark, ...rows].join('\n')}
        isFocused={false}
        items={rows.map((label, at) => ({ key: String(at), label, value: marked[at] ?? label }))}
        initialIndex={mark}
        indicatorComponent={NoIndicator}
        itemComponent={Item}
      />
    </>
  );
}

/** A marked row has its mark painted. */
const NoIndicator = (): null => null;

type ItemProps = { readonly isSelected?: boolean; readonly label: string; readonly value?: string };

function Item({ isSelected = false, label, value = label }: ItemProps) {
  return <Row text={isSelected ? value : label} />;
}
