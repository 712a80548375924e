import { expect, test } from 'vitest';
import { paste, press } from '../../src/explorer/keyboard/keyboard.ts';
import { editorText } from '../../src/explorer/state/text-field.ts';
import type { FakeExplorer } from './fake-explorer.ts';
import { keysOf } from './keys.ts';

type Fact = 'dialog' | 'notice' | 'hint' | 'typed' | 'choice' | 'depth' | 'place' | 'deletes' | 'quits';

/** Expected facts of an explorer; those that are left out are not compared. */
type Facts = { readonly [fact in Fact]?: unknown };

/** Keys, expected facts, or anything else in between. */
type Step = string | Facts | ((started: FakeExplorer) => unknown);

/** Returns the facts that scenes compare; what there is not is undefined. */
function factsOf({ state, view, service, onEnd }: FakeExplorer): Record<Fact, unknown> {
  const { dialog, notice, navigation } = state();
  const open = dialog as { kind?: string; hint?: string; choice?: number } | undefined;
  return {
    dialog: open?.kind,
    notice: notice?.text,
    hint: open?.hint,
    typed: dialog !== undefined && 'editor' in dialog ? editorText(dialog.editor) : undefined,
    choice: open?.choice,
    depth: navigation.views.length,
    place: view().place,
    deletes: service.calls.filter(({ method }) => method === 'DELETE').map(({ ids }) => ids['botId']),
    quits: onEnd.mock.calls.filter(([how]) => how === 'quit').length,
  };
}

/** Returns a key as a terminal names it for the explorer. */
function keyOf(key: string) {
  const name = key.length > 1 ? key.toLowerCase() : key;
  if (key === ' ' || name === 'space') return { name: 'space', text: ' ' };
  return { name, text: key.length > 1 ? '' : key };
}

/** Presses keys: `alone` in one read each. */
export function pressKeys({ explorer }: FakeExplorer, line: string, alone = true): void {
  for (const word of line.split(' ').filter(each => each !== ''))
    for (const key of keysOf(word)) press(explorer, keyOf(key), { alone });
}

function pressAll(started: FakeExplorer, line: string): void {
  for (const [, pasted, together, ms, word = ''] of line.matchAll(/"([^"]*)"|`([^`]*)`|\+(\d+)|(\S+)/g))
    if (pasted !== undefined) paste(started.explorer, pasted);
    else if (together !== undefined) pressKeys(started, together, false);
    else if (ms !== undefined) started.pass(Number(ms));
    else pressKeys(started, word);
}

/**
 * Plays a scene in an explorer in this process. Keys are written as in the help (`Ctrl-D Esc ↓ Space`), other
 * words are typed, "words in quotes" are pasted, `keys in backticks` arrive in one read, and `+2000` lets the
 * clock go on by two seconds.
 */
export async function play(started: FakeExplorer, ...steps: readonly Step[]): Promise<void> {
  for (const [at, step] of steps.entries()) {
    if (typeof step === 'string') pressAll(started, step);
    else if (typeof step === 'function') await step(started);
    else
      for (const [fact, wanted] of Object.entries(step)) {
        const value = factsOf(started)[fact as Fact];
        const label = `${fact} after ${JSON.stringify(steps.slice(0, at).filter(each => typeof each === 'string'))}`;
        if (wanted instanceof RegExp) expect(value, label).toMatch(wanted);
        else expect(value, label).toEqual(wanted);
      }
  }
}

/** A test of each row: the rest of its name, then keys and expected facts by turns. */
export function scenes(
  subject: string,
  start: () => Promise<FakeExplorer> | FakeExplorer,
  rows: readonly (readonly [name: string, ...steps: readonly Step[]])[],
): void {
  for (const [name, ...steps] of rows) test(`${subject}: ${name}`, async () => play(await start(), ...steps));
}
