import type { DocumentNode } from '../../json/tree.ts';
import { contentOf } from '../screens/content.ts';
import type { Reader, ReaderRow } from '../screens/text/document-rows.ts';
import { currentView, type State } from '../state/state.ts';
import { cursorIndex } from './cursor.ts';

/** Returns the document on the screen; undefined if there is none or it is not loaded yet. */
export function readerOf(state: State): Reader | undefined {
  const content = contentOf(state);
  return content.kind === 'lines' ? content.reader : undefined;
}

export function cursorRow(state: State): ReaderRow | undefined {
  return readerOf(state)?.rows[cursorIndex(contentOf(state), currentView(state))];
}

export function cursorNode(state: State): DocumentNode | undefined {
  return readerOf(state)?.document.nodes[cursorRow(state)?.line.node ?? -1];
}

/** Returns true if the line under the cursor can be folded: it opens a node, or is inside of one. */
export function isFoldable(state: State): boolean {
  const line = cursorRow(state)?.line;
  // Only JSON has a line that opens the whole document.
  const root = readerOf(state)?.lines[0]?.opens;
  return line?.opens !== undefined || (cursorNode(state)?.parent ?? -1) > 0 || root === 0;
}
