import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withSort } from '../../../src/explorer/actions/filter-and-sort.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import { marksOf, rowsOnScreen, settledView } from '../../../src/explorer/selection/cursor.ts';
import { placeKey } from '../../../src/explorer/state/place.ts';
import { currentView, type State } from '../../../src/explorer/state/state.ts';
import { LIST } from '../../helpers/fake-explorer.ts';
import { type SandboxExplorer, startOnSandbox } from '../../helpers/on-sandbox.ts';
import { numRuns } from '../../helpers/properties.ts';
import { forAllAsync } from '../../helpers/property.ts';

let started: SandboxExplorer;

const KEYS = [
  ...['j', 'k', 'G', 'g', 'pagedown', 'pageup', 'z', 'r', 'space', 'v', 'h', 'H', 'M'],
  ...['ctrl+d', 'escape', 'escape', '/', 'enter'],
] as const;
const SORTS = ['name', 'updatedAt', 'health'] as const;
const CHANGES = ['nothing', 'refresh', 'change', 'add', 'remove'] as const;

const pressKey = (name: string): void =>
  press(started.explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });

/** Changes the server as somebody else would, at a row on the screen, and refreshes the list. */
async function change(what: (typeof CHANGES)[number], at: number): Promise<void> {
  const { sandbox, explorer, state, until } = started;
  const ids = rowsOnScreen(state());
  const { last } = state().data.lists[placeKey(LIST)] ?? {};
  const id = ids[at % Math.max(1, ids.length)] ?? '';
  if (what === 'change' && id.includes('-'))
    sandbox.put('bot', { id, name: `renamed ${at}`, updatedAt: new Date(at * 1e9).toISOString() });
  if (what === 'add') sandbox.put('bot', { id: crypto.randomUUID(), name: `added ${at}` });
  if (what === 'remove' && id.includes('-'))
    await fetch(`${sandbox.url}/v1/admin/bots/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${sandbox.token}`, 'x-workspace-id': sandbox.workspaceId },
    });
  if (what === 'nothing') return;
  explorer.refresh(LIST);
  // A refresh ends without a result when another place is shown.
  const isShown = placeKey(currentView(state()).place) === placeKey(LIST);
  await until(({ data }) => !isShown || data.lists[placeKey(LIST)]?.last !== last);
}

const targetsOf = ({ dialog }: State): readonly string[] =>
  dialog?.kind === 'delete' ? dialog.targets.map(({ ref }) => JSON.stringify(ref.ids)) : [];

function shown() {
  const state = started.state();
  const { at, top, cursor, range } = settledView(state);
  const marks = [...marksOf(state)];
  // Until a key or an arrival has named it, the record is that of its row.
  const record = cursor ?? contentOf(state).ids[at];
  const dialog = { kind: state.dialog?.kind, targets: targetsOf(state) };
  return { place: state.navigation.views.length, at, top, record, range, marks, dialog };
}

/** True while nothing that a person asked for is under way: that may move rows. */
const isAtRest = ({ data: { check, lists, records }, dialog }: State): boolean =>
  (dialog?.kind !== 'delete' || dialog.phase !== 'reading') &&
  check?.isAutomatic !== false &&
  lists['list\nbot']?.phase !== 'loading' &&
  Object.values(records).every(({ phase }) => phase !== 'loading');

test('arrivals: no refresh, health or page that arrives by itself moves the cursor, a row, a mark or a target', async () => {
  started = await startOnSandbox({ health: 'auto', refresh: 'auto', bots: 90, pageSize: 20, latency: 2 });
  const { until, explorer } = started;
  await until(({ data: { lists } }) => lists['list\nbot']?.phase === 'ready');
  const step = fc.record({
    key: fc.constantFrom(...KEYS, ...SORTS),
    what: fc.constantFrom(...CHANGES),
    at: fc.nat(60),
    ms: fc.integer({ min: 0, max: 15 }),
  });
  await forAllAsync(numRuns(25), fc.array(step, { maxLength: 10 }), async steps => {
    while (started.state().dialog !== undefined) pressKey('escape');
    explorer.open(LIST);
    for (const { key, what, at, ms } of steps) {
      if (SORTS.includes(key as (typeof SORTS)[number])) explorer.change(state => withSort(state, key));
      else pressKey(key);
      await until(isAtRest);
      const [before, rows] = [shown(), contentOf(started.state())];
      await change(what, at);
      await new Promise(resolve => setTimeout(resolve, ms));
      const after = contentOf(started.state());
      expect(shown()).toEqual(before);
      if (rows.kind === 'table') expect(after.ids.slice(0, rows.ids.length)).toEqual(rows.ids);
    }
  });
}, 60_000);
