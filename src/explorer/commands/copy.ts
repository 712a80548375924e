import { markdown } from '../../formats/markdown.ts';
import { err, ok, type Result, whyNot } from '../../text/result.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { type CopyPart, type CopyText, copyRefusal, copyText } from '../selection/copy-text.ts';
import { cursorRef } from '../selection/cursor.ts';
import { recordSelection } from '../selection/save-selection.ts';
import { addressUnderCursor } from '../selection/value-under-cursor.ts';
import { newScopeDialog, type SaveSelection } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';
import { type CommandDescription, PLACES, type Where } from './command.ts';

type Part = CopyPart | 'markdown';

/** Length from which a copied text is shown by its size: it would not fit on the line. */
const MAX_SHOWN = 200;

/** Returns the record on the screen or under the cursor of a list, whatever its lines lead to. */
function shownRecord(state: State): Result<SaveSelection> {
  const ref = cursorRef(state);
  return ref === undefined ? err(safe`Nothing under the cursor.`) : recordSelection(state, ref);
}

function copied(state: State, part: Part): Result<CopyText> {
  if (part !== 'markdown') return copyText(state, part);
  const chosen = shownRecord(state);
  if (!chosen.ok) return chosen;
  return ok({ text: [...markdown(chosen.value)].join(''), description: safe`Markdown, secrets masked` });
}

export function copyShown({ terminalHost, notify }: Explorer, { text, description }: CopyText): void {
  const { ok, words } = terminalHost.copy(text);
  const shown =
    text.length > MAX_SHOWN || text.includes('\n')
      ? safe`${description} (${text.length} characters)`
      : safe`${clean(text)}   ${description}`;
  notify(ok ? 'good' : 'warn', safe`${shown} ${words}`);
}

type CopyRow = readonly [part: Part, title: SafeText, keys?: readonly string[], where?: readonly Where[]];

const COPIES: readonly CopyRow[] = [
  ['id', safe`copy the id`, ['c'], ['list', 'record']],
  ['line', safe`copy the value of this line`, ['c'], ['raw', 'compare']],
  ['where', safe`copy the path of this line`, [], ['raw', 'compare']],
  ['name', safe`copy the name`],
  ['place', safe`copy the place (botscope opens it)`],
  ['screen', safe`copy the place of this screen, with filter and sort`],
  ['path', safe`copy the API path`],
  ['json', safe`copy the JSON, secrets masked`],
  ['yaml', safe`copy the YAML, secrets masked`],
  ['markdown', safe`copy as Markdown for a ticket, secrets masked`],
  ['finding', safe`copy the finding with its reason`, [], ['record']],
];

const partCommands: readonly CommandDescription[] = COPIES.map(
  ([part, title, keys = [], where = PLACES]) => ({
    id: `copy.${part}`,
    keys,
    title,
    group: 'Act',
    where,
    inMenu: 'copy',
    ...(keys.length === 0 ? {} : { hint: { text: safe`copy`, rank: 6 } }),
    blocked: state => (part === 'markdown' ? whyNot(shownRecord(state)) : copyRefusal(state, part)),
    // The notice shows the value, so that it can also be selected by hand.
    run: explorer => {
      const found = copied(explorer.store.getState(), part);
      if (found.ok) copyShown(explorer, found.value);
      else explorer.notify('warn', found.why);
    },
  }),
);

export const copyCommands: readonly CommandDescription[] = [
  ...partCommands,
  {
    id: 'copy.menu',
    keys: ['C'],
    title: safe`copy as …`,
    group: 'Act',
    run: ({ openDialog }) => openDialog(newScopeDialog('copies')),
  },
];

/** Opens an address in the browser, else copies it. Either way the notice begins with its real host. */
export async function openAddress({ store, terminalHost, notify }: Explorer): Promise<void> {
  const found = addressUnderCursor(store.getState());
  if (!found.ok) return;
  const address = found.value;
  const shown = safe`${clean(address.host)}: ${clean(address.href)}`;
  if (await terminalHost.browse(address.href)) return notify('good', safe`Opened ${shown}`);
  const { ok, words } = terminalHost.copy(address.href);
  notify(ok ? 'good' : 'warn', safe`No browser here. ${shown}   ${words}`);
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
