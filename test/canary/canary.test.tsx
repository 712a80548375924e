import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/api/client.ts';
import { openDeleteStorage, traceLine } from '../../src/app/storage.ts';
import { crashText } from '../../src/doctor/crash.ts';
import { AFTER_REFUSAL_MS } from '../../src/explorer/actions/delete/confirmation.ts';
import { createExplorer, noTerminalHost } from '../../src/explorer/actions/explorer.ts';
import type { Command } from '../../src/explorer/commands/command.ts';
import { formats } from '../../src/explorer/commands/formats.ts';
import { available, commandFor, commands, runCommand } from '../../src/explorer/commands/registry.ts';
import { paste, press } from '../../src/explorer/keyboard/keyboard.ts';
import { bodyRows, footerRows, panelRows } from '../../src/explorer/paint/screen.ts';
import { themeOf } from '../../src/explorer/paint/theme.ts';
import { contentOf } from '../../src/explorer/screens/content.ts';
import { copyText } from '../../src/explorer/selection/copy-text.ts';
import { announcementsOf, news, SPOKEN_SIZE } from '../../src/explorer/speech/speaker.ts';
import { requestsPlace, type View } from '../../src/explorer/state/place.ts';
import { createRequestLog } from '../../src/explorer/state/request-log.ts';
import {
  currentView,
  knownRecord,
  newView,
  noWriteProtection,
  type State,
} from '../../src/explorer/state/state.ts';
import { type SaveFile, withChange } from '../../src/explorer/state/store.ts';
import { openMemory } from '../../src/storage/memory.ts';
import { openSnapshots } from '../../src/storage/record-folders.ts';
import type { TerminalHost } from '../../src/terminal/host.ts';
import { safe } from '../../src/text/sanitise.ts';
import { clientOf } from '../api/test-client.ts';
import { SERVER, writable } from '../helpers/fake-explorer.ts';
import { filesBelow, newFolder } from '../helpers/folder.ts';
import { isTried } from '../helpers/properties.ts';
import { renderScreen } from '../helpers/render-screen.tsx';
import { startSandbox } from '../helpers/sandbox.ts';
import { allViews } from '../hostile/explorer-walk.ts';
import { CANARY, createPlanter } from './plant.ts';

const HUGE = { columns: 260, rows: 60 };
const SIZES = [HUGE, { columns: 80, rows: 24 }, { columns: 44, rows: 60 }, { columns: 80, rows: 3 }];
const STYLES = /\u001b\[[0-9;]*m/g;
const THEME = themeOf('terminal', { depth: '16', ascii: false, links: true });
const planter = createPlanter();

/** Canaries found outside, with the place of each. */
const leaks = new Set<string>();
let token = '';
let looked = 0;
/** Milliseconds by which the clock of the explorer is ahead. */
let ahead = 0;

/** Searches a text that has left the explorer, to the screen or elsewhere, for canaries and the token. */
function look(text: string, where: string): void {
  looked++;
  for (const [found] of text.replace(STYLES, '').matchAll(CANARY))
    leaks.add(`${where}: ${planter.placeOf(found)}`);
  if (token !== '' && text.includes(token)) leaks.add(`${where}: the token`);
}

/** A terminal host that searches the arguments of every call. */
const terminalHost = Object.fromEntries(
  Object.entries(noTerminalHost).map(([name, use]: [string, (...given: never[]) => unknown]) => [
    name,
    (...given: never[]) => {
      look(JSON.stringify(given) ?? '', `desk.${name}`);
      return name === 'copy' ? { ok: true, words: safe`copied` } : use(...given);
    },
  ]),
) as TerminalHost;

const saveFile: SaveFile = async ({ path, chunks }) => {
  let text = '';
  for (const chunk of chunks) text += chunk;
  look(text, `file ${path}`);
  return { kind: 'saved', path: safe`/there`, bytes: text.length };
};

async function start() {
  const sandbox = await startSandbox({ bots: 25 });
  token = sandbox.token;
  const folder = newFolder('canary');
  const server = { ...SERVER, workspaceId: sandbox.workspaceId };
  const memoryFile = openMemory(folder, [server.baseUrl, server.workspaceId]);
  const snapshots = openSnapshots(join(folder, 'copies'), () => undefined);
  const requestLog = createRequestLog();
  const observe = (exchange: Exchange): void => {
    requestLog.add(exchange);
    look(traceLine(exchange), 'trace');
  };
  const client = clientOf(sandbox, { context: { fetch: planter.fetch, observe } });
  const explorer = createExplorer({
    client,
    requestLog,
    server,
    size: HUGE,
    knownIds: sandbox.idsOf,
    memoryFile,
    snapshots,
    deleteStorage: openDeleteStorage(server, { XDG_STATE_HOME: folder }),
    terminalHost,
    saveFile,
    writeProtection: { ...noWriteProtection, graceMs: 0 },
    now: () => Date.now() + ahead,
    end: () => undefined,
  });
  const state = (): State => explorer.store.getState();

  const rest = async (): Promise<void> => {
    const isBusy = (): boolean => {
      const { data, dialog } = state();
      const loads = [...Object.values(data.records), ...Object.values(data.lists)];
      const phase = dialog !== undefined && 'phase' in dialog ? dialog.phase : 'done';
      return (
        loads.some(load => load.phase === 'loading') || !['confirming', 'editing', 'done'].includes(phase)
      );
    };
    do await pause(2);
    while (isBusy());
  };
  const frame = (given = HUGE): string => {
    const sized = withChange(state(), { screen: { size: given } });
    const rows = given.rows === HUGE.rows ? contentOf(sized).ids.length + 30 : given.rows;
    const shown = withChange(sized, { screen: { size: { columns: given.columns, rows } } });
    return renderScreen(explorer, shown, THEME);
  };
  /**
   * Paints the whole view, its panel and the footer, without Ink's layout, which takes most of a frame's
   * time.
   */
  const painted = (): string => {
    const sized = withChange(state(), {
      screen: { size: { ...HUGE, rows: contentOf(state()).ids.length + 30 } },
    });
    return [bodyRows, panelRows, footerRows].flatMap(rows => rows(sized, THEME)).join('\n');
  };
  const restore = (before: State): void => writable(explorer.store).setState(before, true);
  const key = (name: string): void =>
    press(explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
  return {
    ...{ sandbox, folder, client, explorer, state, rest, frame, painted, key, restore },
    flush: (): void => {
      memoryFile.flush();
      snapshots.flush();
    },
    type: (text: string) => [...text].forEach(letter => void key(letter)),
    end: sandbox.close,
  };
}

let started: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  started = await start();
});
afterEach(() => {
  expect([...leaks]).toEqual([]);
});
afterAll(() => started.end());

type Stop = View & { readonly name: string };

const stopOf = (view: View): Stop => {
  const { place, tab = '' } = view;
  const kind = 'ref' in place ? place.ref.kind : 'kind' in place ? place.kind : '';
  return { ...view, name: `${place.screen} of ${kind} ${tab}` };
};

function stops(): readonly Stop[] {
  const { ids, workspaceId } = started.sandbox;
  return allViews(name => ({ ...ids, workspaceId })[name as 'botId'])
    .filter(({ place }) => place.screen !== 'list' || Object.keys(place.ids).length === 0)
    .map(stopOf);
}

function comparison(): Stop {
  const [botId = '', against = ''] = started.sandbox.idsOf('bot', {});
  return stopOf(newView({ screen: 'compare', ref: { kind: 'bot', ids: { botId } }, against }));
}

async function goTo({ name: _, ...view }: Stop): Promise<State> {
  started.explorer.openView(view);
  await started.rest();
  return started.state();
}

function lookAround(where: string): void {
  for (const size of SIZES) look(started.frame(size), `${where} at ${size.columns} x ${size.rows}`);
  const told = announcementsOf(withChange(started.state(), { screen: { size: SPOKEN_SIZE } }));
  look(news(told, undefined).join('\n'), `${where}, as it is told`);
}

async function eachLine(stop: Stop, visit: () => void): Promise<void> {
  await goTo(stop);
  started.key('g');
  for (let before = ''; before !== JSON.stringify(started.state().navigation.views); started.key('j')) {
    before = JSON.stringify(started.state().navigation.views);
    visit();
  }
}

/** The command that is meant to show a secret, and the one that ends the explorer. */
const NOT_WALKED = ['secret.reveal', 'app.quit'];

test('canary: each secret field of the descriptions has a canary', async () => {
  for (const stop of stops()) await goTo(stop);

  expect(planter.places).toEqual(
    expect.arrayContaining([
      'bot.signingSecret',
      'bot.configuration.data.deep',
      'bot.integrations.*.webhookUrl',
      'bot.integrations.*.webhookId',
      'bot.integrations.*.configuration.first',
      'bot.plugins.*.configuration.first',
      'bot.tags.apiKey',
      'integration.signingSecret',
      'workspace.website user',
      'issue.botToken',
    ]),
  );
  const raw = started.explorer.store.getState().data.records;
  expect(JSON.stringify(raw)).toMatch(CANARY);
});

test('canary: no screen shows one, at any size', async () => {
  for (const stop of [...stops(), comparison()]) {
    await goTo(stop);
    lookAround(stop.name);
  }

  expect(looked).toBeGreaterThan(40);
});

test('canary: no command shows, copies or writes one, at any place where it is available', {
  timeout: 180_000,
}, async () => {
  const walked = new Set<string>();
  let asked = 0;
  const isNew = ({ id, group }: Command, name: string, screen: string): boolean => {
    // Commands that only move or concern only the terminal behave alike at all places of a screen.
    const isAlike = group === 'Move' || group === 'App' || !isTried(asked++);
    const step = isAlike ? `${screen} ${id}` : `${name} ${id}`;
    const isWalked = walked.has(step) || NOT_WALKED.includes(id);
    walked.add(step).add(id);
    return !isWalked;
  };
  /** Runs every command of a place. Returns the states on screens that no stop has. */
  const walk = async (name: string, before: State): Promise<readonly State[]> => {
    const { screen } = currentView(before).place;
    const beyond: State[] = [];
    for (const { command, blocked } of available(before)) {
      if (blocked !== undefined || !isNew(command, name, screen)) continue;
      runCommand(started.explorer, command, { key: command.keys[0] ?? '', alone: true });
      await started.rest();
      if (started.state() !== before) look(started.painted(), `${name} after ${command.id}`);
      const there = currentView(started.state()).place.screen;
      if (!screens.has(there)) beyond.push(started.state());
      screens.add(there);
      started.restore(before);
    }
    return beyond;
  };
  const screens = new Set<string>([...stops(), comparison()].map(({ place }) => place.screen));
  const found: State[] = [];
  for (const stop of [...stops(), comparison()]) found.push(...(await walk(stop.name, await goTo(stop))));
  for (const state of found) {
    started.restore(state);
    lookAround(currentView(state).place.screen);
    await walk(currentView(state).place.screen, started.state());
  }

  const left = commands.filter(({ id }) => !walked.has(id) && !NOT_WALKED.includes(id)).map(({ id }) => id);
  expect(left.filter(id => /copy|export|raw|pager|compare/.test(id))).toEqual([]);
});

test('canary: no line under the cursor shows or copies one', async () => {
  for (const stop of stops().filter(({ place }) => place.screen !== 'list')) {
    const copies = commands.filter(
      ({ id, where }) => id.startsWith('copy.') && where.includes(stop.place.screen),
    );
    await eachLine(stop, () => {
      look(started.frame({ columns: 200, rows: 8 }), `${stop.name} on a line`);
      for (const command of copies) {
        if (command.blocked?.(started.state()) === undefined)
          runCommand(started.explorer, command, { key: '', alone: true });
        look(started.state().notice?.text ?? '', `${stop.name} ${command.id}`);
      }
    });
  }
});

describe.each(formats.map(({ name }) => [name]))('saved as %s', name => {
  test('canary: no saved file contains one', async () => {
    for (const stop of stops()) {
      const before = await goTo(stop);
      started.key('ctrl+s');
      for (let times = 0; times < formats.findIndex(format => format.name === name); times++)
        started.key('tab');
      started.key('enter');
      await started.rest();
      expect(started.state().notice?.text).toContain('Saved');
      started.restore(before);
    }
  });
});

test('canary: no request of the log, its response or its curl command contains one', async () => {
  const { explorer, state, rest, painted } = started;
  const exchanges = explorer.requestLog.exchanges();
  expect(exchanges.filter(({ body }) => body !== undefined).length).toBeGreaterThan(10);
  const before = state();

  explorer.open(requestsPlace);
  await rest();
  look(painted(), 'request log');
  // The log keeps the last ones only.
  const first = explorer.requestLog.count() - exchanges.length + 1;
  for (const requestId of exchanges.map((_each, at) => `${first + at}`).filter((_id, at) => isTried(at))) {
    explorer.open({ screen: 'raw', ref: { kind: 'requests', ids: { requestId } } });
    await rest();
    look(painted(), 'request');
    look(JSON.stringify(knownRecord(state(), { kind: 'requests', ids: { requestId } })), 'request record');
    started.key('C');
    look(painted(), 'copies');
    const copied = copyText(state(), 'id');
    look(copied.ok ? copied.value.text : '', 'curl');
    explorer.closeDialog();
  }

  started.restore(before);
});

test('canary: x reveals only the secret under the cursor, and any key masks it again', async () => {
  const places = stops().filter(({ place }) => place.screen === 'raw');
  let shown = 0;
  for (const stop of places)
    await eachLine(stop, () => {
      const command = commandFor(started.state(), 'x');
      if (command === undefined || command.blocked?.(started.state()) !== undefined) return;
      runCommand(started.explorer, command, { key: '', alone: true });
      const found = started.painted().replace(STYLES, '').match(CANARY) ?? [];
      // A text contains an address with a user and a parameter, and another secret.
      if (found.length > 0) shown++;
      expect(new Set(found).size, stop.name).toBeLessThan(4);
      started.key('x');
      look(started.frame({ columns: 200, rows: 10 }), `${stop.name} after x`);
    });

  expect(shown).toBeGreaterThan(20);
});

test('canary: filters, searches, the palette and pastes find none', { timeout: 180_000 }, async () => {
  for (const stop of stops()) {
    const before = await goTo(stop);
    const asked = ['tags:c4n0', 'signingSecret:c4n0', 'configuration:c4n0'];
    for (const typed of ['c4n0', ...(stop.place.screen === 'list' ? asked : [])])
      for (const sign of ['/', ':']) {
        if (commandFor(started.state(), sign) === undefined) continue;
        started.key(sign);
        started.type(typed);
        look(started.frame(), `${stop.name} ${sign}${typed}`);
        started.key('enter');
        await started.rest();
        look(started.frame(), `${stop.name} ${sign}${typed} Enter`);
        expect(started.frame()).not.toMatch(/"c4n0" \d+\/\d+/);
        started.restore(before);
      }
    paste(started.explorer, 'c4n0');
    look(started.frame(), `${stop.name} pasted`);
    started.restore(before);
  }
});

test('canary: a filter does not match masked values', async () => {
  const list = stops().find(({ place }) => place.screen === 'list');
  if (list === undefined) throw new Error('there is a list');
  const before = await goTo(list);
  started.key('/');
  started.type('tags:c4n');

  expect(started.frame()).toMatch(/ 0 of \d+\+? match/);
  started.restore(before);
});

test('canary: the backup of a deleted record contains none', async () => {
  const stop = stops().find(({ name }) => name.startsWith('record of integration'));
  if (stop === undefined) throw new Error('there is an integration');
  await goTo(stop);
  started.key('ctrl+d');
  await started.rest();
  const { dialog } = started.state();
  if (dialog?.kind !== 'delete') throw new Error('there is no dialog');
  look(started.frame(), 'delete dialog');
  started.type(dialog.confirmation.text);
  // Enter right after the last letter does nothing, and then for a second.
  while (started.state().dialog?.kind === 'delete') {
    ahead += AFTER_REFUSAL_MS;
    started.key('enter');
    await started.rest();
  }
  look(started.frame(), 'after the delete');

  expect(started.sandbox.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  expect(filesBelow(started.folder).some(file => file.includes('trash'))).toBe(true);
});

test('canary: no stored file contains one', async () => {
  for (const stop of stops()) {
    await goTo(stop);
    const bookmark = commandFor(started.state(), 'b');
    if (bookmark?.id.includes('bookmark')) runCommand(started.explorer, bookmark, { key: '', alone: true });
  }
  started.flush();

  const files = filesBelow(started.folder);
  expect(files.some(file => /places-\w+\.ndjson$/.test(file))).toBe(true);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) look(readFileSync(file, 'utf8'), file);
});

test('canary: a crash report contains none, also if the error message quotes all data', async () => {
  const { records, lists } = started.state().data;
  const all = JSON.stringify([records, lists, token]);
  expect(all).toMatch(CANARY);
  const error = new TypeError(all, { cause: new Error(token) });
  error.stack = `${all}\n${error.stack}\n    at ${token} (/x/main.cjs:1:1)`;

  const text = crashText({
    ...{ error, at: new Date(), version: '0', env: {}, size: undefined, program: '', home: '/home/ann' },
    explorer: started.explorer,
  });

  look(text, 'crash report');
  expect(text).toMatch(/^ {2}at /m);
  expect(text).not.toContain('support-prod');
  const { ids, workspaceId } = started.sandbox;
  for (const id of [workspaceId, ...Object.values(ids)]) expect(text).not.toContain(id);
});
