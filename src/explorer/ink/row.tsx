import { Text } from 'ink';
import { memo } from 'react';

/** One row of the screen from one string: half the work of a box for every cell. Drawn again only when it changes. */
export const Row = memo(function Row({ text }: { readonly text: string }) {
  return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>;
});

/** Rows under each other. */
export function Rows({ texts }: { readonly texts: readonly string[] }) {
  // Rows are places on the screen, not things: the place is the key.
  return texts.map((text, at) => <Row key={String(at)} text={text} />);
}
