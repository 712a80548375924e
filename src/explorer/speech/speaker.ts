import { useEffect } from 'react';
import { explain } from '../../failure.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import type { Explorer } from '../actions/explorer.ts';
import { descriptionOf, dialogPage } from '../dialogs/registry.ts';
import { spansText } from '../facts/line.ts';
import { hintWords, lineWords, sentence, spokenText, timeless } from '../facts/spoken-words.ts';
import { messageOf } from '../frame/footer-message.ts';
import { type Work, workOf } from '../frame/progress.ts';
import { useKeys } from '../ink/app.tsx';
import { screenFact } from '../paint/screen.ts';
import { keyIn } from '../state/key-names.ts';
import type { State } from '../state/state.ts';
import { editorText } from '../state/text-field.ts';
import type { SpeechOutput } from './output.ts';
import { type PlaceSpeech, placeSpeech } from './place.ts';

/** Speech has no pages. */
const ALL_ROWS = 10_000;

function spokenDialog(state: State) {
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

type SpokenDialog = ReturnType<typeof spokenDialog>;

/** Leaves out the seconds to the next try, which would be announced one by one. */
function troubleWords(state: State): SafeText {
  const { notice } = state;
  const { offline } = state.session;
  if (offline !== undefined) {
    const now = keyIn(state, 'place.reload');
    const how = offline.isStopped
      ? safe`${now} retries.`
      : safe`Retrying automatically: ${now} retries now, ${keyIn(state, 'offline.stop')} stops.`;
    return safe`${explain(offline.failure).title}. ${how}`;
  }
  const { tone, text } = messageOf(state);
  return notice === undefined && tone === 'bad' ? spokenText(text) : safe``;
}

export function announcementsOf(state: State, before?: { readonly place: PlaceSpeech }) {
  const { dialog, notice } = state;
  return {
    dialog: dialog?.kind,
    place: dialog === undefined || before === undefined ? placeSpeech(state) : before.place,
    question: spokenDialog(state),
    notice,
    trouble: troubleWords(state),
    isOffline: state.session.offline !== undefined,
    hints: hintWords(screenFact(state).hints),
    /** A reload without news is then not announced. */
    isRefreshing: state.session.autoRefresh !== undefined,
  };
}

type Announcements = ReturnType<typeof announcementsOf>;

const isNew = (text: SafeText, before: SafeText | undefined) =>
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

/** `isBack`: a dialog was closed, so the line under the cursor is repeated. */
function placeNews(now: PlaceSpeech, before: PlaceSpeech | undefined, isBack: boolean): readonly SafeText[] {
  const isThere = before?.key === now.key;
  const old = isThere ? before : undefined;
  const ifNew = (name: 'stale' | 'section' | 'row' | 'rowDetails' | 'aside'): readonly SafeText[] =>
    isNew(now[name], old?.[name]) ? [now[name]] : [];
  const counts = now.counts.filter(text => old?.counts.includes(text) !== true);
  const row = isBack && now.row !== '' ? [now.row] : ifNew('row');
  // The row is announced with its details; details that arrive later are a sentence.
  const late = row.length > 0 || isBack ? [] : ifNew('rowDetails').map(sentence);
  return [
    ...nameNews(now, before, isThere),
    ...(counts.length === 0 ? [] : [safe`${joinSafe(counts)}.`]),
    ...(now.page.join('\n') === old?.page.join('\n') ? [] : now.page.filter(text => text !== '')),
    ...ifNew('stale'),
    ...ifNew('section'),
    ...row.map(text => (now.rowDetails === '' ? text : safe`${text}, ${now.rowDetails}`)),
    ...late,
    ...ifNew('aside'),
  ];
}

function dialogNews(now: SpokenDialog, before: SpokenDialog): readonly SafeText[] {
  if (now === undefined) return [];
  const lines = [...now.lines].flatMap(([id, text]) => (isNew(text, before?.lines.get(id)) ? [text] : []));
  const isRowInLines = before === undefined && [...now.lines.values()].includes(now.row);
  const ifOther = (name: 'title' | 'row' | 'message'): readonly SafeText[] =>
    now[name] === '' || now[name] === before?.[name] ? [] : [now[name]];
  return [
    ...ifOther('title').map(sentence),
    ...lines,
    ...(isRowInLines ? [] : ifOther('row')),
    ...ifOther('message'),
  ];
}

export function news(now: Announcements, before: Announcements | undefined): readonly SafeText[] {
  const { notice, trouble, dialog, place, isRefreshing } = now;
  const old = before?.place;
  const ofPlace = dialog === undefined ? placeNews(place, old, before?.dialog !== undefined) : [];
  const isReloaded =
    old?.key === place.key && old.loadedAt !== undefined && old.loadedAt !== place.loadedAt && !isRefreshing;
  return [
    ...(notice !== undefined && notice !== before?.notice ? [spokenText(notice.text)] : []),
    ...(trouble !== '' && trouble !== before?.trouble ? [trouble] : []),
    ...(before?.isOffline && !now.isOffline ? [safe`Back online.`] : []),
    ...ofPlace,
    ...(dialog === undefined && ofPlace.length === 0 && isReloaded ? [safe`Reloaded.`] : []),
    ...dialogNews(now.question, dialog === before?.dialog ? before?.question : undefined),
  ];
}

/** Wide enough that nothing is cut or wrapped. */
export const SPOKEN_SIZE = { columns: 1000, rows: 40 };

const WELCOME = safe`botscope for screen readers. Question mark is help, Control L repeats everything, Control C twice quits.`;

const FIRST_MS = 1000;
const NEXT_MS = 10_000;

function workWords({ label, since, stops, wait, again = 'retrying', count }: Work, now: number): SafeText {
  const stop = stops && safe` Escape stops it.`;
  const left = wait === undefined ? 0 : Math.ceil((wait.until - now) / 1000);
  if (wait !== undefined && left > 0) {
    const status = wait.status !== undefined && safe`${wait.status}: `;
    const done = count !== undefined && safe`${clean(count)}, `;
    return safe`${status}${done}${clean(again)} in ${counted(left, safe`second`)}.${stop}`;
  }
  const seconds = Math.floor((now - since) / 1000);
  const done = count !== undefined && safe` ${clean(count)}`;
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
    end: () => clearTimeout(timer),
  };
}

function startSpeaking(explorer: Explorer, output: SpeechOutput): () => void {
  const { store } = explorer;
  const hinted = new Set<SafeText>();
  let announced: Announcements | undefined;
  let isDue = false;
  const work = announceWork(explorer, output.say);

  /** Those of a place once, those of a dialog whenever they change. */
  const announceHints = ({ hints, dialog, place }: Announcements): void => {
    const isWaiting = place.row === '' && place.page.length === 0;
    const isKnown = hints.join() === announced?.hints.join();
    const fresh = dialog === undefined ? hints.filter(hint => !hinted.has(hint)) : isKnown ? [] : hints;
    if (fresh.length === 0 || (dialog === undefined && isWaiting)) return;
    if (dialog === undefined) for (const hint of fresh) hinted.add(hint);
    output.say(sentence(safe`Commands: ${joinSafe(fresh)}`));
  };
  const announce = (): void => {
    isDue = false;
    const state = store.getState();
    const now = announcementsOf(state, announced);
    for (const line of news(now, announced)) output.say(line);
    announceHints(now);
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

type SpeechProps = Readonly<{ explorer: Explorer; output: SpeechOutput }>;

export function Speech({ explorer, output }: SpeechProps): null {
  useKeys(explorer);
  useEffect(() => startSpeaking(explorer, output), [explorer, output]);
  return null;
}
