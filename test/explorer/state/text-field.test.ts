import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Editor,
  edit,
  editorOf,
  editorText,
  emptyEditor,
  insert,
} from '../../../src/explorer/state/text-field.ts';
import { forAll } from '../../helpers/property.ts';
import { hostileText } from '../../text/hostile.ts';

const KEYS = 'backspace delete left right home end ctrl+a ctrl+e ctrl+u ctrl+k ctrl+w'.split(' ');

const at = (text: string): Editor => ({ ...editorOf(text.replace('|', '')), at: [...text].indexOf('|') });
const shown = ({ parts, at: before }: Editor): string =>
  [...parts.slice(0, before), '|', ...parts.slice(before)].join('');

const step = fc.oneof(
  fc.constantFrom(...KEYS).map(key => (editor: Editor) => edit(editor, key) ?? editor),
  hostileText.map(text => (editor: Editor) => insert(editor, text)),
);

test('text field: after any keys and text the cursor is inside the text, without control characters', () =>
  forAll(100, fc.array(step, { maxLength: 30 }), steps => {
    let editor = emptyEditor;

    for (const next of steps) {
      editor = next(editor);

      expect(editor.at).toBeGreaterThanOrEqual(0);
      expect(editor.at).toBeLessThanOrEqual(editor.parts.length);
      expect(editorText(editor)).not.toMatch(/\p{Cc}/u);
    }
  }));

test('text field: typed text is inserted at the cursor, which moves behind it', () => {
  expect(shown(insert(at('ab|cd'), 'XY'))).toBe('abXY|cd');
});

test('text field: line breaks are dropped', () => {
  expect(editorText(insert(emptyEditor, 'a\r\nb\x1b'))).toBe('ab');
});

test('text field: opens with the cursor at its end', () => {
  expect(shown(editorOf('ab'))).toBe('ab|');
});

test.each([
  ['backspace', 'ab|c', 'a|c'],
  ['backspace', '|abc', '|abc'],
  ['delete', 'a|bc', 'a|c'],
  ['delete', 'abc|', 'abc|'],
  ['left', 'a|b', '|ab'],
  ['left', '|ab', '|ab'],
  ['right', 'a|b', 'ab|'],
  ['right', 'ab|', 'ab|'],
  ['home', 'ab|', '|ab'],
  ['end', '|ab', 'ab|'],
  ['ctrl+a', 'ab|', '|ab'],
  ['ctrl+e', '|ab', 'ab|'],
  ['ctrl+u', 'ab|cd', '|cd'],
  ['ctrl+k', 'ab|cd', 'ab|'],
  ['ctrl+w', 'one two|', 'one |'],
  ['ctrl+w', 'one two  |x', 'one |x'],
  ['ctrl+w', '|x', '|x'],
])('text field: %s turns %s into %s', (key, before, after) => {
  const editor = edit(at(before), key);

  expect(editor && shown(editor)).toBe(after);
});

test.each(['a', 'enter', 'escape', 'up', 'toString', ''])('text field: the key %s changes nothing', key => {
  expect(edit(at('a|b'), key)).toBeUndefined();
});

test('text field: Backspace deletes one visible character', () => {
  const editor = edit(editorOf('ok👨‍👩‍👧'), 'backspace');

  expect(editor && editorText(editor)).toBe('ok');
});
