import { resourceOf } from '../../resources/registry.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { cells, sized } from '../../text/width.ts';
import { keyName, type STANDARD_KEYS } from '../state/key-names.ts';
import type { Place } from '../state/place.ts';
import { recordLoad } from '../state/record-load.ts';
import type { State } from '../state/state.ts';
import { isNarrow } from './layout.ts';
import { type Line, MARKS, type Style, span, textLine, titleLine } from './line.ts';

type Step = {
  readonly id: string;
  readonly text: SafeText;
  /** Actions, whose keys do it, and keys that always mean the same. */
  readonly keys: readonly (keyof typeof STANDARD_KEYS | '2')[];
  /** It changes something: not where nothing may be changed. */
  readonly deletes?: true;
  readonly isDone: (state: State) => boolean;
};

/** The record on the screen; undefined where there is a list, raw text or a comparison. */
const shown = (place: Place | undefined) => (place?.screen === 'record' ? place.ref : undefined);

/** A record that says how it is: what the demo begins with. */
function diagnosed({ views }: State, back = 0) {
  const ref = shown(views.at(-1 - back)?.place);
  return ref !== undefined && resourceOf(ref.kind).diagnose !== undefined ? ref : undefined;
}

/** Whether the record on the screen stands inside the one before it. */
function isInside(state: State): boolean {
  const [owner, ref] = [diagnosed(state, 1), shown(state.views.at(-1)?.place)];
  if (owner === undefined || ref === undefined) return false;
  return resourceOf(owner.kind).children.some(({ from, to }) => from === 'inside' && to === ref.kind);
}

function isDiagnosisRead(state: State): boolean {
  const ref = diagnosed(state);
  return ref !== undefined && recordLoad(state, ref)?.phase === 'ready';
}

/** What the demo invites to try, in any order: from a failing bot to its cause, a delete, and what was sent for it. */
export const STEPS: readonly Step[] = [
  {
    id: 'open',
    text: safe`open a bot`,
    keys: ['place.open'],
    isDone: state => diagnosed(state) !== undefined,
  },
  { id: 'diagnosis', text: safe`read its diagnosis`, keys: [], isDone: isDiagnosisRead },
  {
    id: 'inside',
    text: safe`find the broken integration`,
    keys: ['2', 'place.open'],
    isDone: isInside,
  },
  {
    id: 'delete',
    text: safe`mark three and delete them`,
    keys: ['mark.toggle', 'mark.toggle', 'mark.toggle', 'record.delete'],
    deletes: true,
    isDone: ({ overlay }) => overlay?.is === 'remove-many' && overlay.phase === 'done',
  },
  {
    id: 'log',
    text: safe`look at what was sent`,
    keys: ['request.log'],
    isDone: ({ overlay }) => overlay?.is === 'log',
  },
  {
    id: 'leave',
    text: safe`leave, or go for real`,
    keys: ['app.quit', 'profile.switch'],
    isDone: () => false,
  },
];

const stepsOf = ({ server }: State): readonly Step[] =>
  STEPS.filter(({ deletes }) => deletes !== true || server?.readOnly !== true);

const keysOf = (state: State, { keys }: Step): readonly SafeText[] =>
  keys.map(key => (key === '2' ? safe`2` : keyName(state, key)));

/** What to do next, and the keys that do it; undefined while no tour is shown. */
export function nextStep(
  state: State,
): { readonly text: SafeText; readonly keys: readonly SafeText[] } | undefined {
  const { tour } = state;
  const step = tour?.isShown ? stepsOf(state).find(({ id }) => !tour.done.includes(id)) : undefined;
  return step && { text: step.text, keys: keysOf(state, step) };
}

/** The keys in a row, the same one again as a count. */
function keyWords(keys: readonly SafeText[]): SafeText {
  const [key, ...rest] = keys;
  if (key === undefined) return safe``;
  const other = rest.findIndex(each => each !== key);
  const count = other < 0 ? keys.length : other + 1;
  const more = keyWords(keys.slice(count));
  return safe`${key}${count > 1 ? safe` ×${count}` : safe``}${more === '' ? safe`` : safe` ${more}`}`;
}

type Is = 'done' | 'next' | 'later';

/** How a step looks: done, the next one, or one of those after it. */
const LOOKS: {
  readonly [I in Is]: { readonly mark: SafeText; readonly lead: Style; readonly words: Style };
} = {
  done: { mark: MARKS.good, lead: 'good', words: 'dim' },
  next: { mark: safe`▸`, lead: 'key', words: 'strong' },
  later: { mark: safe` `, lead: 'plain', words: 'plain' },
};

type Row = { readonly step: Step; readonly is: Is };

function stepLine({ step, is }: Row, keys: readonly SafeText[], room: number | undefined): Line {
  const { mark, lead, words } = LOOKS[is];
  const text = span(room === undefined ? step.text : sized(step.text, room), words);
  const how = span(keyWords(keys), 'key');
  // Where not both fit, the keys are what is needed.
  const [first, second] = room === undefined ? [how, text] : [text, how];
  return textLine(`tour:${step.id}`, span(safe`   ${mark} `, lead), first, span(safe`  `), second);
}

/** The tour as a panel of so many rows: all steps, or where there is no room only the next one. */
export function tourLines(state: State, height: number): readonly Line[] {
  const { tour, size } = state;
  if (tour?.isShown !== true) return [];
  const steps = stepsOf(state);
  const done = steps.filter(({ id }) => tour.done.includes(id));
  const next = steps.find(step => !done.includes(step));
  const narrow = isNarrow(size.columns);
  const title = narrow ? safe`Try this` : safe`Demo, all made up. Try this`;
  const count = safe`${done.length} of ${steps.length} · ${keyName(state, 'tour.toggle')} hides`;
  const room = narrow ? undefined : Math.max(...steps.map(({ text }) => cells(text)));
  const rows = steps.map(
    (step): Row => ({
      step,
      is: done.includes(step) ? 'done' : step === next ? 'next' : 'later',
    }),
  );
  const shownRows = height > steps.length ? rows : rows.filter(({ is }) => is === 'next');
  return [
    titleLine('tour', title, count),
    ...shownRows.map(row => stepLine(row, keysOf(state, row.step), room)),
  ];
}
