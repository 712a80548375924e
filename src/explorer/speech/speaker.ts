import type { SpeechOutput } from '../../terminal/output/spoken.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import type { Explorer } from '../actions/explorer.ts';
import { sentence } from '../facts/spoken-words.ts';
import { type Work, workOf } from '../frame/progress.ts';
import type { State } from '../state/state.ts';
import { editorText } from '../state/text-field.ts';
import { type Announcements, announcementsOf, news } from './news.ts';

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
