import { expect, test, vi } from 'vitest';
import type { Exchange } from '../../src/api/client.ts';
import { memoryBackups } from '../../src/deletion/backup.ts';
import { memoryStorage } from '../../src/deletion/journal.ts';
import { withAllMarksToggled } from '../../src/explorer/actions/cursor/mark.ts';
import { withTab } from '../../src/explorer/actions/cursor/tabs.ts';
import { AFTER_REFUSAL_MS } from '../../src/explorer/actions/delete/confirmation.ts';
import type { Explorer } from '../../src/explorer/actions/explorer.ts';
import { available, commands, runCommand } from '../../src/explorer/commands/registry.ts';
import { writePolicy } from '../../src/explorer/facts/write-protection.ts';
import { GRACE_MS, noWriteProtection } from '../../src/explorer/state/state.ts';
import { update } from '../../src/explorer/state/store.ts';
import { editorOf } from '../../src/explorer/state/text-field.ts';
import { documentedOperations } from '../../src/resources/registry.ts';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { ok } from '../../src/text/result.ts';
import { writable } from '../helpers/fake-explorer.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { allViews, atRest, startExplorerOn } from '../hostile/explorer-walk.ts';

const sandbox = sandboxPerTest({ bots: 6 });

const deletes = () => sandbox.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);

/** True if a request is a documented operation with the headers of its area and of no other area. */
function isDescribed({ method, path, headers }: Sandbox['requests'][number]): boolean {
  const [pathname = ''] = path.split('?');
  const found = documentedOperations.find(({ operation }) => {
    const pattern = `/v1/${operation.area}${operation.path}`.replace(/\{\w+\}/g, '[^/]+');
    return operation.method === method && new RegExp(`^${pattern}$`).test(pathname);
  });
  const isAdmin = found?.operation.area === 'admin';
  return (
    found !== undefined &&
    headers['authorization'] === `Bearer ${sandbox.token}` &&
    (headers['x-workspace-id'] === sandbox.workspaceId) === isAdmin &&
    (headers['x-bot-id'] !== undefined) !== isAdmin
  );
}

const answered = (explorer: Explorer) =>
  vi.waitUntil(
    () => {
      const { dialog } = explorer.store.getState();
      return (
        dialog === undefined ||
        !('phase' in dialog) ||
        ['confirming', 'editing', 'done'].includes(dialog.phase)
      );
    },
    { timeout: 20_000, interval: 1 },
  );

/** Types the confirmation of a delete dialog and presses Enter; false if there is no such dialog. */
async function confirmed(explorer: Explorer, pass: () => void): Promise<boolean> {
  const { store } = explorer;
  await answered(explorer);
  const { dialog } = store.getState();
  if (dialog?.kind !== 'delete' || dialog.phase === 'done') return false;
  writable(store).setState({ dialog: { ...dialog, editor: editorOf(dialog.confirmation.text) } });
  pass();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  explorer.confirmDelete(true);
  vi.advanceTimersByTime(GRACE_MS);
  vi.useRealTimers();
  await answered(explorer);
  return true;
}

/** Runs every command at every place and confirms every delete; returns the number of confirmed deletes. */
async function walk(explorer: Explorer, pass: () => void): Promise<number> {
  const { store } = explorer;
  const ids: Readonly<Record<string, string>> = { ...sandbox.ids, workspaceId: sandbox.workspaceId };
  const seen = new Set<string>();
  let count = 0;
  for (const view of allViews(name => ids[name] ?? `${name}_1`)) {
    explorer.openView(view);
    writable(store).setState(state => withTab(state, view.tab ?? ''));
    await atRest(explorer);
    const plain = store.getState();
    const marked = view.place.screen === 'list' ? withAllMarksToggled(plain) : plain;
    for (const start of new Set([plain, marked])) {
      writable(store).setState(start, true);
      for (const { command, blocked } of available(start)) {
        // Commands that only move or concern only the terminal send no request.
        if (blocked !== undefined || command.group === 'Move' || command.id === 'app.quit') continue;
        writable(store).setState(start, true);
        seen.add(command.id);
        runCommand(explorer, command, { key: command.keys[0] ?? '', alone: true });
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

function clock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    pass: (ms = AFTER_REFUSAL_MS) => {
      ahead += ms;
    },
  };
}

function recordingStorage() {
  const written: unknown[] = [];
  const deleteStorage = {
    ...memoryStorage(),
    journal: { add: (entry: unknown) => void written.push(entry), entries: () => [], lines: () => [] },
    backups: {
      ...memoryBackups(),
      save: (backup: unknown) => {
        written.push(backup);
        return ok('backup');
      },
    },
  };
  return { written, deleteStorage };
}

test('read-only: no command on any screen sends anything but GETs', async () => {
  const { now, pass } = clock();
  // The screens do not know that the connection is read-only: only the client refuses.
  const { explorer } = startExplorerOn(sandbox, { readOnly: true, now });

  const count = await walk(explorer, pass);

  expect(count).toBeGreaterThan(4);
  expect(deletes()).toEqual([]);
  expect(sandbox.requests.length).toBeGreaterThan(20);
}, 60_000);

test('dry run: no command sends anything but GETs or writes files, and the simulated deletes are reported', async () => {
  const { now, pass } = clock();
  const { written, deleteStorage } = recordingStorage();
  const observed: Exchange[] = [];
  const writeProtection = { ...noWriteProtection, isDry: true };
  const { explorer } = startExplorerOn(sandbox, {
    now,
    writeProtection,
    deleteStorage,
    context: { observe: each => void observed.push(each), writes: () => 'dry-run' },
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
  expect([...said]).toContain('Dry run: 6 simulated, none sent.');
  expect(written).toEqual([]);
  expect(new Set(played.map(({ method }) => method))).toEqual(new Set(['DELETE']));
  expect(played.map(({ path }) => path)).toContain(`/v1/admin/bots/${sandbox.ids['botId']}`);
  // One for each marked bot, besides the single deletes.
  expect(new Set(played.map(({ path }) => path)).size).toBeGreaterThan(6);
}, 60_000);

test('delete: without protection the same commands send every confirmed DELETE, and only documented requests', async () => {
  const { now, pass } = clock();
  const { explorer } = startExplorerOn(sandbox, { now });

  await walk(explorer, pass);

  expect(deletes().length).toBeGreaterThan(4);
  expect(sandbox.requests.filter(entry => !isDescribed(entry))).toEqual([]);
}, 60_000);

test('protection: sends no DELETE before it is unlocked, nor after the unlock expires', async () => {
  const { now, pass } = clock();
  const writeProtection = { ...noWriteProtection, isProtected: true };
  const client = startExplorerOn(sandbox, {
    now,
    writeProtection,
    context: { writes: () => writePolicy(client.explorer.store.getState().session.writeProtection, now()) },
  });
  const { explorer } = client;
  await atRest(explorer);
  const ref = { kind: 'bot', ids: { botId: sandbox.ids['botId'] ?? '' } };

  explorer.openDelete([{ ref: ref }]);
  expect(explorer.store.getState()).toMatchObject({ dialog: undefined, notice: { tone: 'warn' } });
  update(writable(explorer.store), {
    session: { writeProtection: { ...writeProtection, unlockedUntil: now() + 5000 } },
  });
  explorer.openDelete([{ ref: ref }]);
  await answered(explorer);
  pass(10_000);
  await confirmed(explorer, pass);
  expect(deletes()).toEqual([]);
  expect(explorer.store.getState().dialog).toMatchObject({
    hint: expect.stringContaining('Deletes are locked'),
  });

  update(writable(explorer.store), {
    session: { writeProtection: { ...writeProtection, unlockedUntil: now() + 900_000 } },
  });
  await confirmed(explorer, pass);
  expect(deletes()).toEqual([`/v1/admin/bots/${sandbox.ids['botId']}`]);
});
