import { joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, sized } from '../../text/width.ts';
import { keyName, type STANDARD_KEYS } from '../state/key-names.ts';
import { placeKey } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { isNarrow } from './layout.ts';
import { type Line, MARKS, span, textLine, titleLine } from './line.ts';

/** A step of the demo's tour. */
type TourStep = {
  readonly text: SafeText;
  /** Ids of the commands whose keys do the step, and a key with a fixed meaning. */
  readonly keys: readonly (keyof typeof STANDARD_KEYS | '2')[];
  /** Id of the command that ticks the step; the last step ends the program. */
  readonly command?: string;
  /** Returns true if the command does the step on this screen; default: on all screens. */
  readonly isDone?: (state: State) => boolean;
};

const isOnIntegrations = (state: State): boolean => currentView(state).tab === 'Integrations';

const hasThreeMarks = (state: State): boolean =>
  (state.data.marks[placeKey(currentView(state).place)]?.size ?? 0) >= 3;

/** Steps of the tour: from a failing bot to its cause, a delete, and its requests. */
const STEPS: readonly TourStep[] = [
  {
    text: safe`open a bot`,
    keys: ['place.open'],
    command: 'place.open',
    isDone: state => !isOnIntegrations(state),
  },
  {
    text: safe`find the broken integration`,
    keys: ['2', 'place.open'],
    command: 'place.open',
    isDone: isOnIntegrations,
  },
  {
    text: safe`mark three and delete them`,
    keys: ['mark.toggle', 'record.delete'],
    command: 'record.delete',
    isDone: hasThreeMarks,
  },
  { text: safe`look at the request log`, keys: ['request.log'], command: 'request.log' },
  { text: safe`connect to your workspace`, keys: ['profile.switch'], command: 'profile.switch' },
  { text: safe`quit`, keys: ['app.quit'] },
];

/** Returns the tour with the step ticked that a command does now; the same object if it does none. */
export function withStepTicked(state: State, command: string): State['session']['tour'] {
  const { tour } = state.session;
  const step = STEPS.find(each => each.command === command && each.isDone?.(state) !== false);
  if (tour === undefined || step === undefined || tour.done.includes(step.text)) return tour;
  return { ...tour, done: [...tour.done, step.text] };
}

type TourRow = {
  readonly text: SafeText;
  readonly keys: readonly SafeText[];
  readonly kind: 'done' | 'next' | 'later';
};

/** Returns the steps, without the delete in read-only mode; none while the tour is hidden. */
function rowsOf(state: State): readonly TourRow[] {
  const { tour, server } = state.session;
  if (tour?.isShown !== true) return [];
  const steps = STEPS.filter(({ command }) => command !== 'record.delete' || server?.readOnly !== true);
  const isDone = ({ text }: TourStep): boolean => tour.done.includes(text);
  const next = steps.find(step => !isDone(step));
  return steps.map(step => ({
    text: step.text,
    keys: step.keys.map(key => (key === '2' ? safe`2` : keyName(state.user.keymap, key))),
    kind: isDone(step) ? 'done' : step === next ? 'next' : 'later',
  }));
}

/** Returns the next step and its keys; undefined while the tour is hidden. */
export const nextStep = (state: State): Pick<TourRow, 'text' | 'keys'> | undefined =>
  rowsOf(state).find(({ kind }) => kind === 'next');

const MARK = { done: MARKS.good, next: safe`▸`, later: safe` ` };
const MARK_STYLE = { done: 'good', next: 'key', later: 'plain' } as const;
const TEXT_STYLE = { done: 'dim', next: 'strong', later: 'plain' } as const;

/** Returns the tour as a panel of `height` rows: all steps, or only the next one if there is no room. */
export function tourLines(state: State, height: number): readonly Line[] {
  const rows = rowsOf(state);
  if (rows.length === 0) return [];
  const narrow = isNarrow(state.screen.size.columns);
  const room = Math.max(...rows.map(({ text }) => cells(text)));
  const title = narrow ? safe`Try this` : safe`Demo with sample data. Try this`;
  const done = rows.filter(({ kind }) => kind === 'done').length;
  const count = safe`${done} of ${rows.length} · ${keyName(state.user.keymap, 'tour.toggle')} hides`;
  const shown = height > rows.length ? rows : rows.filter(({ kind }) => kind === 'next');
  const lines = shown.map(({ text, keys, kind }) => {
    const how = span(joinSafe(keys, ' '), 'key');
    const words = span(narrow ? text : sized(text, room), TEXT_STYLE[kind]);
    // On narrow screens the keys come first, because the text may be cut.
    const [first, second] = narrow ? [how, words] : [words, how];
    return textLine(
      `tour:${text}`,
      span(safe`   ${MARK[kind]} `, MARK_STYLE[kind]),
      first,
      span(safe`  `),
      second,
    );
  });
  return [titleLine('tour', title, count), ...lines];
}
