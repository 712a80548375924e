import { beforeEach, expect, test, vi } from 'vitest';
import { paletteRows } from '../../src/explorer/dialogs/palette/suggestions.ts';
import { messageOf } from '../../src/explorer/frame/footer-message.ts';
import { barText, statusBar } from '../../src/explorer/frame/status-bar.ts';
import { viewTitle } from '../../src/explorer/frame/titles.ts';
import { paste, press } from '../../src/explorer/keyboard/keyboard.ts';
import { fittingHints } from '../../src/explorer/paint/screen.ts';
import { contentOf, currentLoad } from '../../src/explorer/screens/content.ts';
import { marksOf } from '../../src/explorer/selection/cursor.ts';
import type { Place } from '../../src/explorer/state/place.ts';
import { editorText } from '../../src/explorer/state/text-field.ts';
import type { Failure } from '../../src/failure.ts';
import { type FakeExplorer, shownLines, startOnBots } from './fake-explorer.ts';
import { bots, settle } from './fake-service.ts';
import { keysOf } from './keys.ts';

/** Expected facts of an explorer; those that are left out are not compared. */
type Facts = { readonly [fact in keyof ReturnType<typeof factsOf>]?: unknown };

type SingleStep = string | Facts | ((started: FakeExplorer) => unknown);
/** A line of a scene: what happens and what comes of it. */
type Step = SingleStep | readonly SingleStep[];

/** Returns the facts that scenes compare; what there is not is undefined. */
function factsOf({ state, view, service, onEnd, rows, underCursor }: FakeExplorer) {
  const { dialog, notice, navigation } = state();
  const open = dialog as { kind?: string; hint?: string; choice?: number } | undefined;
  const page = dialog?.kind === 'delete' ? dialog : undefined;
  return {
    dialog: open?.kind,
    /** The open dialog, of which some fields are compared. */
    open: dialog,
    notice: notice?.text,
    hint: open?.hint,
    typed: dialog !== undefined && 'editor' in dialog ? editorText(dialog.editor) : undefined,
    choice: open?.choice,
    choices: dialog?.kind === 'palette' ? paletteRows(state(), dialog) : undefined,
    hints: fittingHints(state()).map(({ key, text }) => `${key} ${text}`),
    depth: navigation.views.length,
    place: view().place,
    screen: view().place.screen,
    /** The phase of its load. */
    load: currentLoad(state())?.phase,
    filter: view().filter,
    /** The frame: its title and the right end of it, the message of the footer, the status bar. */
    title: viewTitle(state()).title,
    right: viewTitle(state()).right,
    message: messageOf(state()).text,
    bar: barText(statusBar(state())),
    calls: service.calls.length,
    timers: vi.isFakeTimers() ? vi.getTimerCount() : undefined,
    deletes: service.calls.filter(({ method }) => method === 'DELETE').map(({ ids }) => ids['botId']),
    quits: onEnd.mock.calls.filter(([how]) => how === 'quit').length,
    /** Of a delete: its phase, the text that confirms it, its targets, how often records were loaded. */
    phase: page?.phase,
    confirms: page?.confirmation.text,
    targets: page?.targets,
    reads: service.count('bot.read'),
    shown: contentOf(state()).ids,
    /** The lines of the screen; undefined on a list. */
    get text() {
      const lines = shownLines(state());
      return lines.length === 0 ? undefined : lines.join('\n');
    },
    /** The list of bots: ids of its rows, of the row under the cursor, of marked rows; requested pages. */
    rows: rows()?.ids,
    range: view().range,
    cursor: underCursor(),
    pages: service.count('bot.list'),
    marks: [...marksOf(state())],
  };
}

export const onBots =
  (count: number, options: Parameters<typeof startOnBots>[1] = {}) =>
  (): Promise<FakeExplorer> =>
    startOnBots(bots(count), options);

/** Lets the timers of a file stand still, except when a step passes time. */
export const stopTimers = (): void =>
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

/** Steps that keep something of an explorer, and that expect it again. */
export function kept(of: (started: FakeExplorer) => unknown) {
  let before: unknown;
  return [
    (started: FakeExplorer): void => {
      before = of(started);
    },
    (started: FakeExplorer): void => expect(of(started)).toEqual(before),
  ] as const;
}

export const open =
  (place: Place) =>
  ({ explorer }: FakeExplorer): void =>
    explorer.open(place);

export const answer =
  (operation: string, value?: unknown) =>
  ({ service }: FakeExplorer): Promise<void> =>
    service.open(operation).answer(value);

export const fail =
  (operation: string, failure: Failure | Failure['kind']) =>
  ({ service }: FakeExplorer): Promise<void> =>
    service.open(operation).fail(typeof failure === 'string' ? ({ kind: failure } as Failure) : failure);

/** A step that lets everything happen that is due, and the timers of the next milliseconds. */
export const wait =
  (ms = 0) =>
  async ({ pass }: FakeExplorer): Promise<void> => {
    pass(ms);
    if (vi.isFakeTimers()) vi.advanceTimersByTime(ms);
    for (let at = 0; at < 20; at++) await settle();
  };

function keyOf(key: string) {
  const name = key.length > 1 ? key.toLowerCase() : key;
  if (key === ' ' || name === 'space') return { name: 'space', text: ' ' };
  return { name, text: key.length > 1 ? '' : key };
}

export function pressKeys({ explorer }: Pick<FakeExplorer, 'explorer'>, line: string, alone = true): void {
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

function compare(facts: ReturnType<typeof factsOf>, wanted: Facts, when: string): void {
  for (const [fact, value] of Object.entries(wanted)) {
    const label = `${fact} ${when}`;
    const actual = facts[fact as keyof Facts];
    if (value instanceof RegExp) expect(actual, label).toMatch(value);
    else if (['targets', 'open', 'choices'].includes(fact))
      expect(actual, label).toMatchObject(value as object);
    else expect(actual, label).toEqual(value);
  }
}

/**
 * Plays a scene in an explorer in this process. Keys are written as in the help (`Ctrl-D Esc ↓ Space`), other
 * words are typed, "words in quotes" are pasted, `keys in backticks` arrive in one read, and `+2000` lets the
 * clock go on by two seconds.
 */
export async function play(started: FakeExplorer, ...steps: readonly Step[]): Promise<void> {
  const all = steps.flat();
  for (const [at, step] of all.entries())
    if (typeof step === 'string') pressAll(started, step);
    else if (typeof step === 'function') await step(started);
    else {
      const keys = all.slice(0, at).filter(each => typeof each === 'string');
      compare(factsOf(started), step, `after ${JSON.stringify(keys)}`);
    }
}

/** Starts a scene in another way than the others of its table; its first step. */
type Start = { readonly start: () => Promise<FakeExplorer> | FakeExplorer };
const isStart = (step: Step | Start | undefined): step is Start =>
  typeof step === 'object' && 'start' in step;

/** Returns another start of scenes, which takes these steps first. */
export const after =
  (start: Start['start'], ...steps: readonly Step[]) =>
  async (): Promise<FakeExplorer> => {
    const started = await start();
    await play(started, ...steps);
    return started;
  };

/** A test of each row: the rest of its name, then keys and expected facts by turns, also in lines of some. */
export function scenes(
  subject: string,
  start: Start['start'],
  rows: Readonly<Record<string, readonly (Step | Start)[]>>,
): void {
  for (const [name, steps] of Object.entries(rows))
    test(`${subject}: ${name}`, async () => {
      const own = steps.find(isStart)?.start;
      await play(await (own ?? start)(), ...steps.filter((step): step is Step => !isStart(step)));
    });
}
