import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Exchange } from '../../src/api/client.ts';
import { memoryStorage } from '../../src/deletion/journal.ts';
import { allMarked } from '../../src/explorer/actions/cursor/mark.ts';
import { onTab } from '../../src/explorer/actions/cursor/tabs.ts';
import { confirmationText } from '../../src/explorer/actions/delete/confirmation.ts';
import type { Explorer } from '../../src/explorer/actions/explorer.ts';
import { available } from '../../src/explorer/commands/available.ts';
import { commands } from '../../src/explorer/commands/table.ts';
import { GRACE_MS, noGuard } from '../../src/explorer/state/slices.ts';
import { update } from '../../src/explorer/state/store.ts';
import { editorOf } from '../../src/explorer/state/text-field.ts';
import { writesOf } from '../../src/explorer/view/write-protection.ts';
import { documentedOperations } from '../../src/resources/registry.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { writable } from '../helpers/writable.ts';
import { allViews, atRest, exploring } from '../hostile/walking.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ bots: 6 });
});
afterEach(() => sandbox.close());

const deletes = () => sandbox.log.filter(({ method }) => method !== 'GET').map(({ path }) => path);

/** Whether a request is an operation of the description, with the headers of its area and no others of that kind. */
function isDescribed({ method, path, headers }: Sandbox['log'][number]): boolean {
  const [pathname = ''] = path.split('?');
  const found = documentedOperations.find(({ operation }) => {
    const pattern = `/v1/${operation.area}${operation.path}`.replace(/\{\w+\}/g, '[^/]+');
    return operation.method === method && new RegExp(`^${pattern}$`).test(pathname);
  });
  const isAdmin = found?.operation.area === 'admin';
  return (
    found !== undefined &&
    headers.authorization === `Bearer ${sandbox.token}` &&
    (headers['x-workspace-id'] === sandbox.workspaceId) === isAdmin &&
    (headers['x-bot-id'] !== undefined) !== isAdmin
  );
}

/** Waits until a dialog asks, or is closed or at its end. */
const answered = (explorer: Explorer) =>
  vi.waitUntil(
    () => {
      const { dialog } = explorer.store.getState();
      return dialog === undefined || !('phase' in dialog) || ['asking', 'done'].includes(dialog.phase);
    },
    { timeout: 20_000, interval: 1 },
  );

/** Types what a delete dialog wants and presses Enter; true when there was one. */
async function confirmed(explorer: Explorer, pass: () => void): Promise<boolean> {
  const { store } = explorer;
  await answered(explorer);
  const { dialog } = store.getState();
  if (dialog?.kind !== 'delete' || dialog.phase === 'done') return false;
  writable(store).setState({ dialog: { ...dialog, editor: editorOf(confirmationText(dialog)) } });
  pass();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  explorer.confirmDelete(true);
  vi.advanceTimersByTime(GRACE_MS);
  vi.useRealTimers();
  await answered(explorer);
  return true;
}

/** Gives every command at every place, and confirms every delete that can be confirmed; answers with how many were. */
async function walk(explorer: Explorer, pass: () => void): Promise<number> {
  const { store } = explorer;
  const ids: Readonly<Record<string, string>> = { ...sandbox.examples, workspaceId: sandbox.workspaceId };
  const seen = new Set<string>();
  let count = 0;
  for (const view of allViews(name => ids[name] ?? `${name}_1`)) {
    explorer.openView(view);
    writable(store).setState(state => onTab(state, view.tab ?? ''));
    await atRest(explorer);
    const plain = store.getState();
    const marked = view.place.screen === 'list' ? allMarked(plain) : plain;
    for (const start of new Set([plain, marked])) {
      writable(store).setState(start, true);
      for (const { command, blocked } of available(start)) {
        // What only moves, or has to do with the terminal alone, sends nothing of its own anywhere.
        if (blocked !== undefined || command.group === 'Move' || command.id === 'app.quit') continue;
        writable(store).setState(start, true);
        seen.add(command.id);
        command.run(explorer, command.keys[0]);
        await atRest(explorer);
        count += Number(await confirmed(explorer, pass));
      }
    }
  }
  const conversationIds = { botId: ids['botId'] ?? '', conversationId: 'conv_123456789' };
  explorer.openDelete([{ ref: { kind: 'conversation', ids: conversationIds } }]);
  count += Number(await confirmed(explorer, pass));
  expect(seen).toContain('record.delete');
  expect(seen.size).toBeGreaterThan(commands.length / 2);
  return count;
}

/** A clock that a test moves on, past every wait of a dialog. */
function clock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    pass: () => {
      ahead += 1000;
    },
  };
}

/** What would be written down of deletes. */
function keptBooks() {
  const written: unknown[] = [];
  const keeping = {
    ...memoryStorage(),
    journal: { add: (entry: unknown) => void written.push(entry), entries: () => [] },
    writeBackup: (backup: unknown) => void written.push(backup),
  };
  return { written, keeping };
}

test('read-only, nothing but GET leaves, even if every screen offers its deletes', async () => {
  const { now, pass } = clock();
  // The screens do not know that it is read-only: the client alone holds it back.
  const { explorer } = exploring(sandbox, { readOnly: true, now });

  const count = await walk(explorer, pass);

  expect(count).toBeGreaterThan(4);
  expect(deletes()).toEqual([]);
  expect(sandbox.log.length).toBeGreaterThan(20);
}, 60_000);

test('in a dry run nothing but GET leaves, nothing is written down, and what would be sent is told', async () => {
  const { now, pass } = clock();
  const { written, keeping } = keptBooks();
  const observed: Exchange[] = [];
  const guard = { ...noGuard, isDry: true };
  const { explorer } = exploring(sandbox, {
    now,
    guard,
    keeping,
    world: { observe: each => void observed.push(each), writes: () => 'played' },
  });

  const said = new Set<string>();
  explorer.store.subscribe(({ dialog, notice }) => {
    if (dialog?.kind === 'delete' && dialog.phase === 'done') said.add(dialog.hint ?? '');
    if (notice !== undefined) said.add(notice.text);
  });

  const count = await walk(explorer, pass);

  const played = observed.filter(({ failure }) => failure?.kind === 'dry-run');
  expect(count).toBeGreaterThan(4);
  expect(deletes()).toEqual([]);
  expect([...said]).toContain('Dry run: 6 simulated, none sent');
  expect(written).toEqual([]);
  expect(new Set(played.map(({ method }) => method))).toEqual(new Set(['DELETE']));
  expect(played.map(({ path }) => path)).toContain(`/v1/admin/bots/${sandbox.examples['botId']}`);
  // One for every bot that was marked, besides those that were asked for alone.
  expect(new Set(played.map(({ path }) => path)).size).toBeGreaterThan(6);
}, 60_000);

test('the same walk deletes what it confirms where nothing holds it back', async () => {
  const { now, pass } = clock();
  const { explorer } = exploring(sandbox, { now });

  await walk(explorer, pass);

  expect(deletes().length).toBeGreaterThan(4);
  expect(sandbox.log.filter(entry => !isDescribed(entry))).toEqual([]);
}, 60_000);

test('what is protected sends no delete until it is unlocked, and none after 15 minutes', async () => {
  const { now } = clock();
  let ahead = 0;
  const later = () => now() + ahead;
  const guard = { ...noGuard, isProtected: true };
  const client = exploring(sandbox, {
    now: later,
    guard,
    world: { writes: () => writesOf(client.explorer.store.getState().session.writeProtection, later()) },
  });
  const { explorer } = client;
  await atRest(explorer);
  const pass = () => {
    ahead += 1000;
  };
  const ref = { kind: 'bot', ids: { botId: sandbox.examples['botId'] ?? '' } };

  explorer.openDelete([{ ref: ref }]);
  expect(explorer.store.getState()).toMatchObject({ dialog: undefined, notice: { tone: 'warn' } });
  update(writable(explorer.store), {
    session: { writeProtection: { ...guard, unlockedUntil: later() + 5000 } },
  });
  explorer.openDelete([{ ref: ref }]);
  await answered(explorer);
  ahead += 10_000;
  await confirmed(explorer, pass);
  expect(deletes()).toEqual([]);
  expect(explorer.store.getState().dialog).toMatchObject({
    hint: expect.stringContaining('Deletes are locked'),
  });

  update(writable(explorer.store), {
    session: { writeProtection: { ...guard, unlockedUntil: later() + 900_000 } },
  });
  await confirmed(explorer, pass);
  expect(deletes()).toEqual([`/v1/admin/bots/${sandbox.examples['botId']}`]);
});
