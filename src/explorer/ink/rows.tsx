import { Text } from 'ink';
import { memo as component } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { memo } from '../../text/memo.ts';
import type { Explorer } from '../actions/explorer.ts';
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
export type FormProps = PartProps & { readonly area: 'body' | 'panel' };

type Painter = (state: State, theme: Theme) => readonly string[];

/** Number of painted parts of the screen, each of which has its cache. */
const PARTS = 10;
/** Paints a state once, because React and the forms before and after a key read it more than once. */
const paintsOnce = memo((paint: Painter, theme: Theme) => memo((state: State) => paint(state, theme)), PARTS);

/** Returns the rows of a part of the screen. React renders it only when its own rows change. */
export const usePainted = ({ store, theme }: PartProps, paint: Painter): readonly string[] =>
  useStore(store, useShallow(paintsOnce(paint, theme)));

/**
 * A row of the screen as one string, which takes half the work of a box for every cell. Renders only when it
 * changes.
 */
export const Row = component(function Row({ text }: { readonly text: string }) {
  return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>;
});

/** The rows of a part of the screen, under each other. */
export function Rows({ paint, ...part }: PartProps & { readonly paint: Painter }) {
  // The index is the key, because rows are positions on the screen.
  return usePainted(part, paint).map((text, at) => <Row key={String(at)} text={text} />);
}
