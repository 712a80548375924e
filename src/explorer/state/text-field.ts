import { ownMember } from '../../json/json.ts';
import { graphemes } from '../../text/width.ts';

/** One line; `at`: the number of characters before the cursor. */
export type Editor = Readonly<{ parts: readonly string[]; at: number }>;

export const emptyEditor: Editor = { parts: [], at: 0 };

export const editorText = (editor: Editor) => editor.parts.join('');

export function editorOf(text: string): Editor {
  const parts = graphemes(text);
  return { parts, at: parts.length };
}

const MAX_PARTS = 4096;

export function insert(editor: Editor, text: string): Editor {
  const added = graphemes(text.slice(0, 4 * MAX_PARTS).replace(/\p{Cc}/gu, '')).slice(
    0,
    MAX_PARTS - editor.parts.length,
  );
  const parts = [...editor.parts.slice(0, editor.at), ...added, ...editor.parts.slice(editor.at)];
  return { parts, at: editor.at + added.length };
}

const remove = (editor: Editor, from: number, to: number): Editor => ({
  parts: [...editor.parts.slice(0, from), ...editor.parts.slice(to)],
  at: from,
});

function wordStart({ parts, at }: Editor): number {
  let from = at;
  while (from > 0 && parts[from - 1] === ' ') from--;
  while (from > 0 && parts[from - 1] !== ' ') from--;
  return from;
}

const EDITS: Readonly<Record<string, (editor: Editor) => Editor>> = {
  backspace: editor => remove(editor, Math.max(0, editor.at - 1), editor.at),
  delete: editor => ({ ...remove(editor, editor.at, editor.at + 1), at: editor.at }),
  left: editor => ({ ...editor, at: Math.max(0, editor.at - 1) }),
  right: editor => ({ ...editor, at: Math.min(editor.parts.length, editor.at + 1) }),
  home: editor => ({ ...editor, at: 0 }),
  end: editor => ({ ...editor, at: editor.parts.length }),
  'ctrl+a': editor => ({ ...editor, at: 0 }),
  'ctrl+e': editor => ({ ...editor, at: editor.parts.length }),
  'ctrl+u': editor => remove(editor, 0, editor.at),
  'ctrl+k': editor => remove(editor, editor.at, editor.parts.length),
  'ctrl+w': editor => remove(editor, wordStart(editor), editor.at),
};

export const edit = (editor: Editor, key: string): Editor | undefined => ownMember(EDITS, key)?.(editor);

export const typed = (editor: Editor, { name, text }: Readonly<{ name: string; text: string }>): Editor =>
  edit(editor, name) ?? insert(editor, text);

export const firstLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .find(part => part.trim() !== '')
    ?.trim() ?? '';
