import { Text } from 'ink';
import { memo } from 'react';
import type { Explorer } from '../actions/explorer.ts';
import type { Theme } from '../paint/theme.ts';
import type { State } from '../state/state.ts';

/** What every part of the screen gets. */
export type Shared = { readonly explorer: Explorer; readonly state: State; readonly theme: Theme };

/** One row of the screen from one string: half the work of a box for every cell. Drawn again only when it changes. */
export const Row = memo(function Row({ text }: { readonly text: string }) {
  return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>;
});

/** Rows under each other, made up to `height` with empty ones. */
export function Rows({ texts, height }: { readonly texts: readonly string[]; readonly height: number }) {
  // Rows are places on the screen, not things: the place is the key.
  return Array.from({ length: height }, (_, at) => <Row key={String(at)} text={texts[at] ?? ''} />);
}
