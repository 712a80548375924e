import type { SpeechOutput } from '../../terminal/output/spoken.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { State } from '../state/state.ts';
import { type Work, workOf } from '../view/frame/progress.ts';
import { sentence } from '../view/spoken-words.ts';
import { news, type Told, toldOf } from './news.ts';

/** Wide enough that nothing is cut or wrapped. */
export const SPOKEN_SIZE = { columns: 1000, rows: 40 };

const WELCOME = safe`botscope for screen readers. Question mark is help, Control L repeats everything, Control C twice quits.`;

/** Work in progress is announced after this time, then as often. */
const FIRST_MS = 1000;
const NEXT_MS = 10_000;

function workWords({ what, since, stops, wait, again = 'retrying' }: Work, now: number): SafeText {
  const stop = stops ? safe` Escape stops it.` : safe``;
  const left = wait === undefined ? 0 : Math.ceil((wait.until - now) / 1000);
  if (wait !== undefined && left > 0) {
    const status = wait.status === undefined ? safe`` : safe`${wait.status}: `;
    return safe`${status}${clean(again)} in ${left} seconds.${stop}`;
  }
  const seconds = Math.floor((now - since) / 1000);
  return safe`${clean(what)}, ${seconds} ${seconds === 1 ? safe`second` : safe`seconds`} so far.${stop}`;
}

/** Announces slow work until it ends. */
function telling(explorer: Explorer, say: (text: SafeText) => void) {
  let timer: NodeJS.Timeout | undefined;
  let since: number | undefined;
  const tell = (): void => {
    const work = workOf(explorer.store.getState());
    if (work === undefined) return;
    say(workWords(work, explorer.now()));
    timer = setTimeout(tell, NEXT_MS);
  };
  return {
    watch: (state: State): void => {
      const work = workOf(state);
      if (work?.since === since) return;
      since = work?.since;
      clearTimeout(timer);
      if (work !== undefined) timer = setTimeout(tell, FIRST_MS);
    },
    end: (): void => clearTimeout(timer),
  };
}

/** Announces the explorer in lines from now on; the returned function ends that. */
export function startSpeaking({
  explorer,
  output,
}: {
  explorer: Explorer;
  output: SpeechOutput;
}): () => void {
  const { store } = explorer;
  const hinted = new Set<SafeText>();
  let told: Told | undefined;
  let isDue = false;
  const work = telling(explorer, output.say);

  const sayHints = ({ hints, dialog, here }: Told, before: Told | undefined): void => {
    // Hints of a place are announced once; those of a question whenever they change.
    const isWaiting = here.row === '' && here.page.length === 0;
    const isKnown = hints.join() === before?.hints.join();
    const fresh = dialog === undefined ? hints.filter(hint => !hinted.has(hint)) : isKnown ? [] : hints;
    if (fresh.length === 0 || (dialog === undefined && isWaiting)) return;
    if (dialog === undefined) for (const hint of fresh) hinted.add(hint);
    output.say(sentence(safe`Commands: ${joinSafe(fresh, ', ')}`));
  };
  const tell = (): void => {
    isDue = false;
    const state = store.getState();
    const now = toldOf(state, told);
    for (const line of news(now, told)) output.say(line);
    sayHints(now, told);
    told = now;
    if (now.asked?.field !== undefined) output.ask(now.asked.field.sign, clean(now.asked.field.text));
    work.watch(state);
  };
  const unsubscribe = store.subscribe(() => {
    if (isDue) return;
    isDue = true;
    setImmediate(tell);
  });
  output.onAgain(() => {
    told = undefined;
    hinted.clear();
    tell();
  });
  output.say(WELCOME);
  tell();
  return () => {
    unsubscribe();
    work.end();
  };
}
