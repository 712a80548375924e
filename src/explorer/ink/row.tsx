import { Text } from 'ink';
import { memo } from 'react';

/**
 * A row of the screen as one string, which takes half the work of a box for every cell. Renders only when it
 * changes.
 */
export const Row = memo(function Row({ text }: { readonly text: string }) {
  return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>;
});

/** Rows under each other. */
export function Rows({ texts }: { readonly texts: readonly string[] }) {
  // The index is the key, because rows are positions on the screen.
  return texts.map((text, at) => <Row key={String(at)} text={text} />);
}
