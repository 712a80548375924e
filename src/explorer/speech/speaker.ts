import { explain } from '../../failure.ts';
import type { SpeechOutput } from '../../terminal/output/spoken.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { DialogField } from '../dialogs/shared/dialog.ts';
import { descriptionOf, dialogPage } from '../dialogs/table.ts';
import { spansText } from '../facts/line.ts';
import { hintWords, lineWords, sentence, spokenText, timeless } from '../facts/spoken-words.ts';
import { messageOf } from '../frame/footer-message.ts';
import { type Work, workOf } from '../frame/progress.ts';
import { screenFact } from '../paint/screen-fact.ts';
import type { AnyDialog } from '../state/dialogs.ts';
import { keyName } from '../state/key-names.ts';
import type { State } from '../state/state.ts';
import { editorText } from '../state/text-field.ts';
import { type PlaceSpeech, placeSpeech } from './place.ts';

type SpokenDialog = {
  readonly title: SafeText;
  /** Lines by id. A line with new words is announced again. */
  readonly lines: ReadonlyMap<string, SafeText>;
  readonly row: SafeText;
  readonly message: SafeText;
  readonly field: DialogField | undefined;
};

/** Number of rows that holds every line: speech has no pages. */
const ALL_ROWS = 10_000;

/** Returns the announcement of the open dialog: the same title, lines and message as on the screen. */
function spokenDialog(state: State): SpokenDialog | undefined {
  const { dialog, notice } = state;
  if (dialog === undefined) return undefined;
  const { title: titleOf, message, field: fieldOf } = descriptionOf(dialog);
  const { title, right } = titleOf?.(state, dialog) ?? { title: safe`` };
  const { columns } = state.screen.size;
  const { lines, cursor } = dialogPage(state, dialog, { rows: ALL_ROWS, columns });
  const field = fieldOf?.(state, dialog);
  const value = field?.value === undefined ? safe`` : spokenText(safe`${field.name} ${field.value}`);
  const spans = notice === undefined ? (message?.(state, dialog) ?? []) : [];
  const read = lines.filter(line => line.kind !== 'text' || line.isQuiet !== true);
  return {
    title: spokenText(right === undefined ? title : safe`${title}, ${right}`),
    lines: new Map(read.map(line => [line.id, lineWords(line)])),
    row: lines.flatMap((line, at) => (at === cursor ? [lineWords(line)] : []))[0] ?? value,
    message: spokenText(spansText(spans)),
    field,
  };
}

/** Announcements of a state. Only changed ones are printed. */
type Announcements = {
  readonly dialog: AnyDialog['kind'] | undefined;
  readonly place: PlaceSpeech;
  readonly question: SpokenDialog | undefined;
  readonly notice: State['notice'];
  readonly trouble: SafeText;
  readonly isOffline: boolean;
  readonly hints: readonly SafeText[];
  /** True during auto-refresh: a reload without news is not announced. */
  readonly isRefreshing: boolean;
};

/**
 * Returns the problem of the place without the seconds to the next try, which would be announced one by one.
 */
function troubleWords(state: State): SafeText {
  const {
    session: { offline },
    notice,
  } = state;
  if (offline !== undefined) {
    const now = keyName(state.user.keymap, 'place.reload');
    const how = offline.isStopped
      ? safe`${now} retries.`
      : safe`Retrying automatically: ${now} retries now, ${keyName(state.user.keymap, 'offline.stop')} stops.`;
    return safe`${explain(offline.failure).title}. ${how}`;
  }
  if (notice !== undefined) return safe``;
  const { tone, text } = messageOf(state);
  return tone === 'bad' ? spokenText(text) : safe``;
}

/** Returns the announcements of a state. While a dialog is open, the place keeps its last one. */
export function announcementsOf(state: State, before?: Announcements): Announcements {
  const { dialog, notice } = state;
  return {
    dialog: dialog?.kind,
    place: dialog === undefined || before === undefined ? placeSpeech(state) : before.place,
    question: spokenDialog(state),
    notice,
    trouble: troubleWords(state),
    isOffline: state.session.offline !== undefined,
    hints: hintWords(screenFact(state).hints),
    isRefreshing: state.session.autoRefresh !== undefined,
  };
}

const isNew = (text: SafeText, before: SafeText | undefined): boolean =>
  text !== '' && (before === undefined || timeless(text) !== timeless(before));

function nameNews(now: PlaceSpeech, before: PlaceSpeech | undefined, isThere: boolean): readonly SafeText[] {
  const server = now.server === (before?.server ?? '') ? safe`` : safe`, ${now.server}`;
  const isNamed = isThere && now.name === before?.name;
  const path = isThere ? safe`` : now.path;
  const tabs = isThere && before?.tab !== '' ? now.tab : now.tabs;
  return [
    ...(isNamed && server === '' ? [] : [safe`${isNamed ? safe`Now` : now.name}${path}${server}.`]),
    ...(now.tab === '' || (isThere && now.tab === before?.tab) ? [] : [safe`${tabs}.`]),
  ];
}

/** Returns the news of the place. `isBack`: a dialog was closed, so the line under the cursor is repeated. */
function placeNews(now: PlaceSpeech, before: PlaceSpeech | undefined, isBack: boolean): readonly SafeText[] {
  const isThere = before?.key === now.key;
  const old = isThere ? before : undefined;
  const counts = now.counts.filter(text => old?.counts.includes(text) !== true);
  const isRow = isBack || isNew(now.row, old?.row);
  const details = isRow || isNew(now.rowDetails, old?.rowDetails) ? now.rowDetails : safe``;
  return [
    ...nameNews(now, before, isThere),
    ...(counts.length === 0 ? [] : [safe`${counts.join(', ') as SafeText}.`]),
    ...(now.page.join('\n') === old?.page.join('\n') ? [] : now.page.filter(text => text !== '')),
    ...(isNew(now.stale, old?.stale) ? [now.stale] : []),
    ...(isNew(now.section, old?.section) ? [now.section] : []),
    ...(isRow && now.row !== '' ? [details === '' ? now.row : safe`${now.row}, ${details}`] : []),
    ...(!isRow && details !== '' ? [sentence(details)] : []),
    ...(isNew(now.aside, old?.aside) ? [now.aside] : []),
  ];
}

function reloadNews(
  { place, isRefreshing }: Announcements,
  before: Announcements | undefined,
): readonly SafeText[] {
  const old = before?.place;
  if (isRefreshing || old?.key !== place.key || old.loadedAt === undefined || old.loadedAt === place.loadedAt)
    return [];
  return [safe`Reloaded.`];
}

function dialogNews(now: SpokenDialog | undefined, before: SpokenDialog | undefined): readonly SafeText[] {
  if (now === undefined) return [];
  const lines = [...now.lines].flatMap(([id, text]) => (isNew(text, before?.lines.get(id)) ? [text] : []));
  const isRowInLines = before === undefined && [...now.lines.values()].includes(now.row);
  return [
    ...(now.title === '' || now.title === before?.title ? [] : [sentence(now.title)]),
    ...lines,
    ...(now.row === '' || now.row === before?.row || isRowInLines ? [] : [now.row]),
    ...(now.message === '' || now.message === before?.message ? [] : [now.message]),
  ];
}

/** Returns the lines to print when one state follows another: every change once, in sentences. */
export function news(now: Announcements, before: Announcements | undefined): readonly SafeText[] {
  const isSame = now.dialog === before?.dialog;
  const dialog = dialogNews(now.question, isSame ? before?.question : undefined);
  const isBack = now.dialog === undefined && before?.dialog !== undefined;
  const place = now.dialog === undefined ? placeNews(now.place, before?.place, isBack) : [];
  const again = now.dialog === undefined && place.length === 0 ? reloadNews(now, before) : [];
  const { notice, trouble } = now;
  return [
    ...(notice !== undefined && notice !== before?.notice ? [spokenText(notice.text)] : []),
    ...(trouble !== '' && trouble !== before?.trouble ? [trouble] : []),
    ...(before?.isOffline && !now.isOffline ? [safe`Back online.`] : []),
    ...place,
    ...again,
    ...dialog,
  ];
}

/** Size of the screen for speech: wide enough that nothing is cut or wrapped. */
export const SPOKEN_SIZE = { columns: 1000, rows: 40 };

const WELCOME = safe`botscope for screen readers. Question mark is help, Control L repeats everything, Control C twice quits.`;

/** Milliseconds until work in progress is announced first and again. */
const FIRST_MS = 1000;
const NEXT_MS = 10_000;

function workWords({ label, since, stops, wait, again = 'retrying', count }: Work, now: number): SafeText {
  const stop = stops ? safe` Escape stops it.` : safe``;
  const left = wait === undefined ? 0 : Math.ceil((wait.until - now) / 1000);
  if (wait !== undefined && left > 0) {
    const status = wait.status === undefined ? safe`` : safe`${wait.status}: `;
    const done = count === undefined ? safe`` : safe`${clean(count)}, `;
    return safe`${status}${done}${clean(again)} in ${counted(left, safe`second`)}.${stop}`;
  }
  const seconds = Math.floor((now - since) / 1000);
  const done = count === undefined ? safe`` : safe` ${clean(count)}`;
  return safe`${clean(label)}${done}, ${counted(seconds, safe`second`)} so far.${stop}`;
}

function announceWork(explorer: Explorer, say: (text: SafeText) => void) {
  let timer: NodeJS.Timeout | undefined;
  let since: number | undefined;
  const announce = (): void => {
    const work = workOf(explorer.store.getState());
    if (work === undefined) return;
    say(workWords(work, explorer.now()));
    timer = setTimeout(announce, NEXT_MS);
  };
  return {
    watch: (state: State): void => {
      const work = workOf(state);
      if (work?.since === since) return;
      since = work?.since;
      clearTimeout(timer);
      if (work !== undefined) timer = setTimeout(announce, FIRST_MS);
    },
    end: (): void => clearTimeout(timer),
  };
}

/** Announces the explorer in lines from now on. The returned function ends that. */
export function startSpeaking({
  explorer,
  output,
}: {
  explorer: Explorer;
  output: SpeechOutput;
}): () => void {
  const { store } = explorer;
  const hinted = new Set<SafeText>();
  let announced: Announcements | undefined;
  let isDue = false;
  const work = announceWork(explorer, output.say);

  const announceHints = (
    { hints, dialog, place: here }: Announcements,
    before: Announcements | undefined,
  ): void => {
    // Hints of a place are announced once, those of a dialog whenever they change.
    const isWaiting = here.row === '' && here.page.length === 0;
    const isKnown = hints.join() === before?.hints.join();
    const fresh = dialog === undefined ? hints.filter(hint => !hinted.has(hint)) : isKnown ? [] : hints;
    if (fresh.length === 0 || (dialog === undefined && isWaiting)) return;
    if (dialog === undefined) for (const hint of fresh) hinted.add(hint);
    output.say(sentence(safe`Commands: ${joinSafe(fresh, ', ')}`));
  };
  const announce = (): void => {
    isDue = false;
    const state = store.getState();
    const now = announcementsOf(state, announced);
    for (const line of news(now, announced)) output.say(line);
    announceHints(now, announced);
    announced = now;
    const { field } = now.question ?? {};
    if (field?.editor !== undefined) output.ask(field.name, clean(editorText(field.editor)));
    work.watch(state);
  };
  const unsubscribe = store.subscribe(() => {
    if (isDue) return;
    isDue = true;
    setImmediate(announce);
  });
  output.onAgain(() => {
    announced = undefined;
    hinted.clear();
    announce();
  });
  output.say(WELCOME);
  announce();
  return () => {
    unsubscribe();
    work.end();
  };
}
