import { markdown } from '../../formats/markdown.ts';
import { postText } from '../../formats/post.ts';
import { resourceOf } from '../../resources/registry.ts';
import { nameInList } from '../../resources/resource.ts';
import { err, ok, type Result, whyNot } from '../../text/result.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { causeFilter, causeInFilter, causesOf, causesView, changesOfCause } from '../facts/causes.ts';
import { type CopyPart, type CopyText, copyRefusal, copyText, subjectRef } from '../selection/copy-text.ts';
import { cursorLine, cursorRef, cursorTarget } from '../selection/cursor.ts';
import { recordSelection } from '../selection/save-selection.ts';
import { addressUnderCursor } from '../selection/value-under-cursor.ts';
import type { SaveSelection } from '../state/dialogs.ts';
import { keyOf } from '../state/place.ts';
import { placeText } from '../state/place-text.ts';
import { currentView, type State } from '../state/state.ts';
import { type CommandDescription, PLACES, type Where } from './command.ts';

function namedCause(state: State): string | undefined {
  const target = cursorTarget(state);
  return (
    causeInFilter(currentView(state).filter) ??
    (target?.to === 'place' ? causeInFilter(target.filter) : undefined) ??
    cursorLine(state)?.cause
  );
}

const NO_CAUSE = safe`No cause of a problem or warning here.`;

/** Why nothing here can have a cause. Groups nothing, because footers and menus call it often. */
function postRefusal(state: State): SafeText | undefined {
  const ref = subjectRef(state);
  const isDiagnosed = ref !== undefined && resourceOf(ref.kind).diagnose !== undefined;
  return isDiagnosed || namedCause(state) !== undefined ? undefined : NO_CAUSE;
}

export const hintOnCause = (text: SafeText, rank: number) => (state: State) =>
  namedCause(state) === undefined ? undefined : { text, rank };

export function shownPost(state: State): Result<CopyText> {
  const view = causesView(state);
  const ref = subjectRef(state);
  const id = namedCause(state);
  const { groups, rows, left } = causesOf(state, true);
  const isWanted = ({ id: own, bots }: (typeof groups)[number]) =>
    id === undefined ? bots.some(bot => ref && keyOf(bot.ref) === keyOf(ref)) : own === id;
  const cause = groups.find(isWanted);
  if (view === undefined || cause === undefined) return err(NO_CAUSE);
  const row = rows[groups.indexOf(cause)];
  const text = postText({
    cause,
    names: cause.bots.map(({ ref: { kind }, record }) => nameInList(resourceOf(kind), record)),
    count: clean(String(row?.['bots'])),
    checked: clean(String(row?.['checked'])),
    unchecked: left,
    changes: changesOfCause(cause),
    place: placeText(view.place, { filter: causeFilter(cause.id) }) ?? '',
  });
  return ok({ text, description: safe`post about ${cause.words}, secrets masked` });
}

type Part = CopyPart | 'markdown' | 'post';

/** A longer text would not fit on the line: its size is shown. */
const MAX_SHOWN = 200;

function shownRecord(state: State): Result<SaveSelection> {
  const ref = cursorRef(state);
  return ref === undefined ? err(safe`Nothing under the cursor.`) : recordSelection(state, ref);
}

function copied(state: State, part: Part): Result<CopyText> {
  if (part === 'post') return shownPost(state);
  if (part !== 'markdown') return copyText(state, part);
  const chosen = shownRecord(state);
  if (!chosen.ok) return chosen;
  return ok({ text: [...markdown(chosen.value)].join(''), description: safe`Markdown, secrets masked` });
}

export function copyShown({ terminalHost, notify }: Explorer, { text, description }: CopyText): void {
  const { ok, words } = terminalHost.copy(text);
  const isLong = text.length > MAX_SHOWN || text.includes('\n');
  const size = isLong && safe` (${text.length} characters)`;
  notify(ok ? 'good' : 'warn', safe`${description}${size} ${words}${!isLong && safe`   ${clean(text)}`}`);
}

type CopyRow = readonly [part: Part, title: SafeText, keys?: readonly string[], where?: readonly Where[]];

const COPIES: readonly CopyRow[] = [
  ['id', safe`copy the id`, ['c'], ['list', 'record']],
  ['line', safe`copy the value of this line`, ['c'], ['raw', 'compare']],
  ['where', safe`copy the path of this line`, [], ['raw', 'compare']],
  ['name', safe`copy the name`],
  ['place', safe`copy the place, which botscope opens`],
  ['screen', safe`copy the place of this screen, with filter and sort`],
  ['path', safe`copy the API path`],
  ['json', safe`copy the JSON, secrets masked`],
  ['yaml', safe`copy the YAML, secrets masked`],
  ['markdown', safe`copy as Markdown for a ticket, secrets masked`],
  ['finding', safe`copy the finding with its reason`, [], ['record']],
  ['post', safe`copy a post about the cause`, ['P'], ['list', 'record']],
];

function refusal(state: State, part: Part): SafeText | undefined {
  if (part === 'markdown') return whyNot(shownRecord(state));
  return part === 'post' ? postRefusal(state) : copyRefusal(state, part);
}

/** Of a line or command, which is copied in place of an id. */
function copyTitle(state: State): SafeText | undefined {
  const found = copyText(state, 'id');
  return found.ok && found.value.isId !== true ? safe`copy ${found.value.description}` : undefined;
}

export const copyCommands: readonly CommandDescription[] = COPIES.map(
  ([part, title, keys = [], where = PLACES]) => ({
    id: `copy.${part}`,
    keys,
    title,
    ...(part === 'id' && { titleNow: copyTitle }),
    group: 'Act',
    where,
    inMenu: 'copy',
    ...(keys.includes('c') && { hint: { text: safe`copy`, rank: 6 } }),
    blocked: state => refusal(state, part),
    ...(part === 'post' && { isAlone: true, inMenu: 'both', hint: hintOnCause(safe`post`, 3) }),
    // The notice shows the value, so that it can also be selected by hand.
    run: explorer => {
      const found = copied(explorer.store.getState(), part);
      if (found.ok) copyShown(explorer, found.value);
      else explorer.notify('warn', found.why);
    },
  }),
);

/** Copies it without a browser. The notice has the real host before the address. */
export async function openAddress({ store, terminalHost, notify }: Explorer): Promise<void> {
  const found = addressUnderCursor(store.getState());
  if (!found.ok) return;
  const address = found.value;
  const shown = safe`${clean(address.host)}: ${clean(address.href)}`;
  if (await terminalHost.browse(address.href)) return notify('good', safe`Opened ${shown}`);
  const { ok, words } = terminalHost.copy(address.href);
  notify(ok ? 'good' : 'warn', safe`No browser here. Address ${words}   ${shown}`);
}

export const linkCommands: readonly CommandDescription[] = [
  {
    id: 'link.open',
    word: 'browse',
    keys: ['o'],
    title: safe`open link or dashboard page`,
    where: ['list', 'record', 'raw'],
    blocked: state => whyNot(addressUnderCursor(state)),
    run: explorer => void openAddress(explorer),
  },
];
