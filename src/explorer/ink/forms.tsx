import { Text as InkText } from 'ink';
import SelectInput from 'ink-select-input';
import { memo as component, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { memo } from '../../text/memo.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { FormName } from '../dialogs/shared/dialog.ts';
import { bodyRows, markedRow, markedRows, panelRows, unmarkedRows } from '../paint/screen.ts';
import type { Theme } from '../paint/theme.ts';
import type { State } from '../state/state.ts';
import type { ReadonlyStore } from '../state/store.ts';

export type PartProps = {
  readonly explorer: Explorer;
  /** The store to draw from (see `batchedStore`). */
  readonly store: ReadonlyStore<State>;
  readonly theme: Theme;
};

/** A form in the body, or in the panel below it. */
type FormProps = PartProps & { readonly area: 'body' | 'panel' };

type Painter = (state: State, theme: Theme) => readonly string[];

/** Number of painted parts of the screen, each of which has its cache. */
const PARTS = 10;
/** Paints a state once, because React and the forms before and after a key read it more than once. */
const paintsOnce = memo((paint: Painter, theme: Theme) => memo((state: State) => paint(state, theme)), PARTS);

/** Returns the rows of a part of the screen. React renders it only when its own rows change. */
const usePainted = ({ store, theme }: PartProps, paint: Painter): readonly string[] =>
  useStore(store, useShallow(paintsOnce(paint, theme)));

/**
 * A row of the screen as one string, which takes half the work of a box for every cell. Renders only when it
 * changes.
 */
export const Row = component(function Row({ text }: { readonly text: string }) {
  return <InkText wrap="truncate">{text === '' ? ' ' : text}</InkText>;
});

export function Rows({ paint, ...part }: PartProps & { readonly paint: Painter }) {
  // The index is the key, because rows are positions on the screen.
  return usePainted(part, paint).map((text, at) => <Row key={String(at)} text={text} />);
}

const Part = ({ area, ...part }: FormProps) => (
  <Rows {...part} paint={area === 'body' ? bodyRows : panelRows} />
);

/** A list: its rows with the pane beside them, or the pane below them. */
const List = (part: FormProps) => <Part {...part} />;

/** The tabs of a record, the home screen, or why there is neither. */
const Record = (part: FormProps) => <Part {...part} />;

/** Raw text or a comparison, or a secret below the view. */
const Text = (part: FormProps) => <Part {...part} />;

/** A question with yes and no below the view. */
const Confirm = (part: FormProps) => <Part {...part} />;

/** The page of a delete, from its question to its results. */
const Delete = (part: FormProps) => <Part {...part} />;

/** Fields to type in: the login covers the view, a save is below it. */
const Form = (part: FormProps) => <Part {...part} />;

/** The panel of the palette. Its rows and the marked one come from the store: no key reaches the list. */
function Palette(part: FormProps) {
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

/** Every screen is one of these. */
export const FORMS: { readonly [F in FormName]: (props: FormProps) => ReactNode } = {
  list: List,
  record: Record,
  text: Text,
  palette: Palette,
  confirm: Confirm,
  delete: Delete,
  form: Form,
};
