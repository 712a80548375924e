import { explain } from '../../failure.ts';
import { joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { hintsOf } from '../paint/footer.ts';
import type { AnyDialog } from '../state/dialogs.ts';
import { keyName } from '../state/key-names.ts';
import type { State } from '../state/state.ts';
import { messageOf } from '../view/frame/titles.ts';
import { heard, hintWords, sentence, spokenKey, timeless } from '../view/spoken-words.ts';
import { nextStep } from '../view/tour.ts';
import { type SpokenDialog, spokenDialog } from './dialog.ts';
import { type Here, hereOf } from './place.ts';

/** Everything announced about a state; only what changed is announced. */
export type Told = {
  readonly dialog: AnyDialog['kind'] | undefined;
  readonly here: Here;
  readonly asked: SpokenDialog | undefined;
  readonly notice: State['notice'];
  /** The problem of the place: offline, or a failed reload. */
  readonly trouble: SafeText;
  readonly isOffline: boolean;
  /** The keys that matter now, each with its effect. */
  readonly hints: readonly SafeText[];
  /** The next step of the demo's tour. */
  readonly step: SafeText | undefined;
  /** True if the place is refreshed on a timer: then a response without news is not announced. */
  readonly isRefreshing: boolean;
};

/** Leaves out the seconds to the next try, which would be announced one by one. */
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
  return tone === 'bad' ? heard(text) : safe``;
}

function stepWords(state: State): SafeText | undefined {
  const step = nextStep(state);
  if (step === undefined) return undefined;
  const { text, keys } = step;
  const how = keys.length === 0 ? safe`` : safe`: ${joinSafe(keys.map(spokenKey), ', ')}`;
  return safe`Try this: ${text}${how}.`;
}

/** Returns the announcements of a state. While a dialog is open the place keeps its last one. */
export function toldOf(state: State, before?: Told): Told {
  const { dialog, notice } = state;
  return {
    dialog: dialog?.kind,
    here: dialog === undefined || before === undefined ? hereOf(state) : before.here,
    asked: spokenDialog(state),
    notice,
    trouble: troubleWords(state),
    isOffline: state.session.offline !== undefined,
    hints: hintWords(hintsOf(state)),
    step: stepWords(state),
    isRefreshing: state.session.autoRefresh !== undefined,
  };
}

const isNew = (text: SafeText, before: SafeText | undefined): boolean =>
  text !== '' && (before === undefined || timeless(text) !== timeless(before));

function placeNews(now: Here, before: Here | undefined, isThere: boolean): readonly SafeText[] {
  const server = now.server === (before?.server ?? '') ? safe`` : safe`, ${now.server}`;
  const isNamed = isThere && now.name === before?.name;
  const way = isThere ? safe`` : now.way;
  const tabs = isThere && before?.tab !== '' ? now.tab : now.tabs;
  return [
    ...(isNamed && server === '' ? [] : [safe`${isNamed ? safe`Now` : now.name}${way}${server}.`]),
    ...(now.tab === '' || (isThere && now.tab === before?.tab) ? [] : [safe`${tabs}.`]),
  ];
}

/**
 * Returns the news of the place. `isBack`: a dialog was closed, so the line of the cursor is announced again.
 */
function hereNews(now: Here, before: Here | undefined, isBack: boolean): readonly SafeText[] {
  const isThere = before?.key === now.key;
  const old = isThere ? before : undefined;
  const counts = now.counts.filter(text => old?.counts.includes(text) !== true);
  const isRow = isBack || isNew(now.row, old?.row);
  return [
    ...placeNews(now, before, isThere),
    ...(counts.length === 0 ? [] : [safe`${counts.join(', ') as SafeText}.`]),
    ...(now.page.join('\n') === old?.page.join('\n') ? [] : now.page.filter(text => text !== '')),
    ...(isNew(now.stale, old?.stale) ? [now.stale] : []),
    ...(isNew(now.section, old?.section) ? [now.section] : []),
    ...(isRow && now.row !== '' ? [now.row] : []),
    ...(isNew(now.aside, old?.aside) ? [now.aside] : []),
  ];
}

function readAgain({ here, isRefreshing }: Told, before: Told | undefined): readonly SafeText[] {
  const old = before?.here;
  if (isRefreshing || old?.key !== here.key || old.readAt === undefined || old.readAt === here.readAt)
    return [];
  return [safe`Reloaded.`];
}

function askedNews(now: SpokenDialog | undefined, before: SpokenDialog | undefined): readonly SafeText[] {
  if (now === undefined) return [];
  const lines = [...now.lines].flatMap(([id, text]) =>
    text === '' || before?.lines.get(id) === text ? [] : [text],
  );
  const isTold = before === undefined && [...now.lines.values()].includes(now.row);
  return [
    ...(now.title === '' || now.title === before?.title ? [] : [sentence(now.title)]),
    ...lines,
    ...(now.row === '' || now.row === before?.row || isTold ? [] : [now.row]),
    ...(now.message === '' || now.message === before?.message ? [] : [now.message]),
  ];
}

/** Returns what is announced when one state follows another: every change once, in sentences. */
export function news(now: Told, before: Told | undefined): readonly SafeText[] {
  const isSame = now.dialog === before?.dialog;
  const asked = askedNews(now.asked, isSame ? before?.asked : undefined);
  const isBack = now.dialog === undefined && before?.dialog !== undefined;
  const here = now.dialog === undefined ? hereNews(now.here, before?.here, isBack) : [];
  const again = now.dialog === undefined && here.length === 0 ? readAgain(now, before) : [];
  const { notice, trouble, step } = now;
  return [
    ...(notice !== undefined && notice !== before?.notice ? [heard(notice.text)] : []),
    ...(trouble !== '' && trouble !== before?.trouble ? [trouble] : []),
    ...(before?.isOffline && !now.isOffline ? [safe`Back online.`] : []),
    ...here,
    ...again,
    ...asked,
    ...(step !== undefined && step !== before?.step ? [step] : []),
  ];
}
