import { vi } from 'vitest';
import type { StoreApi } from 'zustand/vanilla';
import type { Page } from '../../src/api/response.ts';
import { createExplorer, type Explorer } from '../../src/explorer/actions/explorer.ts';
import { standardKeys } from '../../src/explorer/commands/registry.ts';
import { joinLine } from '../../src/explorer/facts/line.ts';
import { press } from '../../src/explorer/keyboard/keyboard.ts';
import { contentOf } from '../../src/explorer/screens/content.ts';
import { cursorIndex } from '../../src/explorer/selection/cursor.ts';
import type { DeleteDialog } from '../../src/explorer/state/dialogs.ts';
import type { Rows } from '../../src/explorer/state/load.ts';
import type { Place } from '../../src/explorer/state/place.ts';
import {
  currentView,
  type Keymap,
  noWriteProtection,
  type Server,
  type State,
} from '../../src/explorer/state/state.ts';
import { type ReadonlyStore, update } from '../../src/explorer/state/store.ts';
import { editorOf } from '../../src/explorer/state/text-field.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { safe } from '../../src/text/sanitise.ts';
import { fakeService, page } from './fake-service.ts';

export const SERVER: Server = {
  label: safe`example`,
  demo: false,
  baseUrl: safe`https://api.example.org`,
  workspaceId: 'wkspace_1',
  defaultIds: {},
  readOnly: false,
  origins: { baseUrl: safe`BP_API_URL`, token: safe`BP_TOKEN`, workspaceId: safe`--workspace-id` },
  tokenHint: safe`•••• 43 characters`,
};

export const LIST: Place = { screen: 'list', kind: 'bot', ids: {} };
export const DEV_LIST: Place = { ...LIST, variant: 'dev' };
export const botPlace = (botId: string): Place => ({
  screen: 'record',
  ref: { kind: 'bot', ids: { botId } },
});

/** Values of settings; default: `manual`, so that a test sees just the requests that it causes. */
export type Unasked = Partial<Pick<State['user'], 'health' | 'refresh'>>;

type Options = Partial<Omit<Parameters<typeof createExplorer>[0], 'client' | 'preferences' | 'now' | 'end'>> &
  Unasked & {
    /** False: without a connection. */
    readonly known?: boolean;
  };

/** Creates an explorer on a service that a test controls, with a clock that stands still. */
export function startExplorer({
  known = true,
  server = SERVER,
  health = 'manual',
  refresh = 'manual',
  ...options
}: Options = {}) {
  let time = 1_700_000_000_000;
  const now = () => time;
  const onEnd = vi.fn();
  const service = fakeService(now);
  const explorer = createExplorer({
    size: { columns: 80, rows: 24 },
    knownIds: () => [],
    // A confirmed delete is sent immediately.
    writeProtection: { ...noWriteProtection, graceMs: 0 },
    ...options,
    client: known ? service.client : undefined,
    server: known ? server : undefined,
    preferences: { health, refresh, keymap: standardKeys },
    now,
    end: onEnd,
  });
  const state = () => explorer.store.getState();
  return {
    explorer,
    service,
    onEnd,
    now,
    state,
    pass: (ms: number) => {
      time += ms;
    },
    view: () => currentView(state()),
    rows: (): Rows | undefined => state().data.lists['list\nbot']?.last?.value,
    underCursor: (): string | undefined => {
      const content = contentOf(state());
      return content.ids[cursorIndex(content, currentView(state()))];
    },
    dialog: (): DeleteDialog => {
      const { dialog } = state();
      if (dialog?.kind !== 'delete') throw new Error('there is no dialog');
      return dialog;
    },
  };
}

export type FakeExplorer = ReturnType<typeof startExplorer>;

export async function startOnBots(
  items: readonly JsonObject[],
  options: Parameters<typeof startExplorer>[0] & { readonly next?: string } = {},
): Promise<FakeExplorer> {
  const started = startExplorer(options);
  const first: Page = page(items, options.next);
  await started.service.open('workspace.read').answer({ id: 'wkspace_1', name: 'Acme' });
  await started.service.open('bot.list').answer(first);
  return started;
}

/** The lines of the screen; none on a list. */
export function shownLines(state: State): readonly string[] {
  const content = contentOf(state);
  return content.kind === 'lines' ? content.lines.slice().map(joinLine) : [];
}

/** Runs a typed line as Enter does; `alone`: the key came alone. */
export function runLine(explorer: Explorer, text: string, alone = true): void {
  explorer.openDialog({ kind: 'palette', editor: editorOf(text), choice: 0 });
  press(explorer, { name: 'enter', text: '' }, { alone });
}

/** Returns the store of an explorer with its writer: for states that a test cannot reach by actions alone. */
export const writable = (store: ReadonlyStore<State>): StoreApi<State> => store as StoreApi<State>;

/** Sets own keys over the standard ones, as the settings do. */
export const setKeys = ({ store }: Pick<Explorer, 'store'>, own: Keymap): void =>
  update(writable(store), { user: { keymap: { ...standardKeys, ...own } } });
