import { vi } from 'vitest';
import { createExplorer, type Explorer, noTerminalHost } from '../../src/explorer/actions/explorer.ts';
import type { Command } from '../../src/explorer/commands/command.ts';
import { available, runCommand } from '../../src/explorer/commands/registry.ts';
import { tabsOf } from '../../src/explorer/facts/tabs.ts';
import { paste, press } from '../../src/explorer/keyboard/keyboard.ts';
import type { Place, View } from '../../src/explorer/state/place.ts';
import { newView, noWriteProtection, type State } from '../../src/explorer/state/state.ts';
import { resources } from '../../src/resources/registry.ts';
import { ownIdName } from '../../src/resources/resource.ts';
import type { TerminalHost } from '../../src/terminal/host.ts';
import { type ClientChanges, clientOf, type Server } from '../api/test-client.ts';
import { SERVER, writable } from '../helpers/fake-explorer.ts';

type Options = ClientChanges &
  Partial<Pick<Parameters<typeof createExplorer>[0], 'now' | 'writeProtection' | 'deleteStorage'>>;

/** Returns a terminal host that copies, and for which a pager and a program do nothing. */
export const copyingHost = (copy: (text: string) => unknown): TerminalHost => ({
  ...noTerminalHost,
  page: () => Promise.resolve(undefined),
  run: () => Promise.resolve(undefined),
  copy: text => {
    copy(text);
    return { ok: true, words: SERVER.label };
  },
});

/** Creates an explorer on a server with the real client; `copied` collects copied texts. */
export function startExplorerOn(server: Omit<Server, 'close'>, options: Options = {}) {
  const { now = Date.now, writeProtection = noWriteProtection, deleteStorage, ...changes } = options;
  const copied: string[] = [];
  const explorer = createExplorer({
    client: clientOf(server, changes),
    server: { ...SERVER, workspaceId: server.workspaceId },
    size: { columns: 80, rows: 24 },
    knownIds: () => ['iss_1', '\u001b[2J', '__proto__'],
    now,
    writeProtection,
    deleteStorage,
    end: vi.fn(),
    terminalHost: copyingHost(text => copied.push(text)),
  });
  return { explorer, copied };
}

const MOST_TURNS = 5000;

function busyWith({ data: { records, lists }, dialog }: State): readonly string[] {
  const loads = Object.entries({ ...records, ...lists });
  const reading = loads.flatMap(([key, { phase }]) => (phase === 'loading' ? [key] : []));
  return dialog?.kind === 'delete' && dialog.phase === 'reading' ? [...reading, 'the dialog'] : reading;
}

export async function atRest({ store }: Explorer): Promise<void> {
  for (let turn = 0; busyWith(store.getState()).length > 0; turn++) {
    if (turn > MOST_TURNS) throw new Error(`it never comes to rest: ${busyWith(store.getState())}`);
    await new Promise(resolve => setTimeout(resolve, 1));
  }
}

/**
 * Returns every view of every kind: lists, records with each tab, raw text. `id` returns an id by its name.
 */
export function allViews(id: (name: string) => string): readonly View[] {
  const idsOf = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, id(name)]));
  return resources.flatMap(resource => {
    const { kind, ids, list, read } = resource;
    const places: Place[] = [];
    if (list !== undefined)
      places.push({
        screen: 'list',
        kind,
        ids: idsOf(list.parameters.filter(name => name !== ownIdName(resource))),
      });
    const ref = { kind, ids: idsOf(ids) };
    if (read === undefined) return places.map(newView);
    places.push({ screen: 'raw', ref });
    const tabs = tabsOf(resource).map(
      ({ title }): View => ({ ...newView({ screen: 'record', ref }), tab: title }),
    );
    return [...places.map(newView), ...tabs];
  });
}

const key = (name: string) => ({ name, text: [...name].length === 1 ? name : '' });

/** Keys that are pressed in each dialog that a command opens. */
const INSIDE = ['down', 'tab', 'x', '2', 'enter'];

/**
 * Runs every available command of the present place, each from the same state, and calls `look` after every
 * step. Types into each dialog that a command opens, pastes into it and confirms it.
 */
export async function tryCommands(
  explorer: Explorer,
  {
    text,
    look,
    isWanted,
  }: { text: string; look: (what: string) => void; isWanted: (command: Command) => boolean },
): Promise<void> {
  const { store } = explorer;
  await atRest(explorer);
  const start = store.getState();
  for (const { command, blocked } of available(start)) {
    if (blocked !== undefined || !isWanted(command)) continue;
    writable(store).setState(start, true);
    runCommand(explorer, command, { key: command.keys[0] ?? '', alone: true });
    if (busyWith(store.getState()).length > 0) look(`${command.id}, under way`);
    await atRest(explorer);
    look(command.id);
    if (store.getState().dialog === undefined) continue;
    paste(explorer, text);
    look(`${command.id}, pasted`);
    for (const name of INSIDE) {
      if (store.getState().dialog === undefined) break;
      press(explorer, key(name), { alone: true });
      look(`${command.id}, ${name}`);
    }
    await atRest(explorer);
  }
  writable(store).setState(start, true);
}
