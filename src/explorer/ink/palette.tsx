import SelectInput from 'ink-select-input';
import { useStore } from 'zustand';
import { markedRow, paletteMark, unmarkedRows } from '../paint/palette.ts';
import { Row } from './row.tsx';
import { type PartProps, usePainted } from './use-painted.ts';

const NoIndicator = (): null => null;

/** The panel of the palette. Its rows and the marked one come from the store: no key reaches the list. */
export function Palette(part: PartProps) {
  const [title = '', ...texts] = usePainted(part, unmarkedRows);
  const marked = usePainted(part, markedRow);
  const mark = useStore(part.store, paletteMark);
  const Item = ({ isSelected = false, label }: { readonly isSelected?: boolean; readonly label: string }) => (
    <Row text={isSelected ? marked : label} />
  );
  return (
    <>
      <Row text={title} />
      <SelectInput
        key={[mark, ...texts].join('\n')}
        isFocused={false}
        items={texts.map((label, at) => ({ key: String(at), label, value: label }))}
        initialIndex={mark}
        indicatorComponent={NoIndicator}
        itemComponent={Item}
      />
    </>
  );
}
