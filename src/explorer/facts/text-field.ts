import { clean, safe } from '../../text/sanitise.ts';
import { cells } from '../../text/width.ts';
import { type Editor, editorText } from '../state/text-field.ts';
import { type Span, span } from './line.ts';

const SLOT = 8;

/** Returns a text field as spans with its cursor; a long text is cut around the cursor. */
export function fieldSpans(editor: Editor, width: number): readonly Span[] {
  const room = Math.max(SLOT, width);
  let from = 0;
  while (
    from < editor.at &&
    cells(editorText({ parts: editor.parts.slice(from, editor.at), at: 0 })) > room - 2
  )
    from++;
  const before = clean(editor.parts.slice(from, editor.at).join(''));
  const under = editor.parts[editor.at];
  const after = clean(editor.parts.slice(editor.at + 1).join(''));
  return [
    span(before, 'strong'),
    under === undefined ? span(safe`_`, 'strong') : span(clean(under), 'field'),
    span(after, 'strong'),
  ];
}
