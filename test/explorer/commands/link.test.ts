import { expect, test } from 'vitest';
import { withSearch } from '../../../src/explorer/actions/cursor/document.ts';
import { noTerminalHost } from '../../../src/explorer/actions/explorer.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import type { TerminalHost } from '../../../src/terminal/host.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { botPlace, SERVER, shownLines, startOnBots, writable } from '../../helpers/fake-explorer.ts';
import { bots, settle } from '../../helpers/fake-service.ts';

/** Starts on a bot with a terminal that notes what is opened and copied. */
async function start({ hasBrowser = true, dashboard }: { hasBrowser?: boolean; dashboard?: string } = {}) {
  const opened: string[] = [];
  const copied: string[] = [];
  const terminalHost: TerminalHost = {
    ...noTerminalHost,
    browse: address => Promise.resolve(hasBrowser && opened.push(address) > 0),
    copy: text => {
      copied.push(text);
      return { ok: true, words: safe`copied` };
    },
  };
  const server = dashboard === undefined ? SERVER : { ...SERVER, dashboard };
  const started = await startOnBots(bots(1), { terminalHost, server });
  const { explorer, state } = started;
  const pressO = async (text?: string) => {
    if (text !== undefined) writable(explorer.store).setState(before => withSearch(before, text));
    press(explorer, { name: 'o', text: 'o' }, { alone: true });
    await settle();
    return { opened, copied, notice: state().notice?.text };
  };
  return { ...started, pressO };
}

async function pressed(note: string, hasBrowser = true) {
  const { explorer, service, pressO } = await start({ hasBrowser });
  explorer.open(botPlace('b0'));
  await service.open('bot.read').answer({ id: 'b0', note });
  explorer.open({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b0' } } });
  return pressO('note');
}

const NOT_WEB = 'Not opened: this is not a web address.';
const SECRET = 'Not opened: this link contains a secret.';

test.each([
  ['https://host.example/a?b=c', 'https://host.example/a?b=c', undefined],
  ['http://host.example', 'http://host.example/', undefined],
  ['see https://host.example/a (soon).', 'https://host.example/a', undefined],
  ['javascript://host.example/%0aalert(1)', undefined, NOT_WEB],
  ['file:///etc/passwd', undefined, NOT_WEB],
  ['https://jo:pw@host.example/', undefined, SECRET],
  ['https://host.example/?token=abc', undefined, SECRET],
  ['--help', undefined, 'No link on this line.'],
])('link: o on %j opens %j', async (note, address, why) => {
  const { opened, copied, notice } = await pressed(note);

  expect([opened, copied]).toEqual([address === undefined ? [] : [address], []]);
  if (why !== undefined) expect(notice).toBe(why);
});

test('link: without a browser o copies the address, and the notice shows its host', async () => {
  const { opened, copied, notice } = await pressed('https://host.example/a', false);

  expect([opened, copied]).toEqual([[], ['https://host.example/a']]);
  expect(notice).toBe('No browser here. Address copied   host.example: https://host.example/a');
});

test.each<[dashboard: string, opened: readonly string[]]>([
  ['https://dash.example/{workspaceId}/bots/{botId}?a=1', ['https://dash.example/wkspace_1/bots/b0?a=1']],
  ['https://dash.example/{issueId}', []],
  ['javascript:alert({botId})', []],
  ['', []],
  ['nonsense', []],
])('link: with the dashboard %j, o on a line without an address opens %j', async (dashboard, addresses) => {
  const { opened, notice } = await (await start({ dashboard })).pressO();

  expect(opened).toEqual(addresses);
  expect(notice).toBeDefined();
});

test('link: addresses in a long text are numbered and listed, and each can be opened', async () => {
  const { explorer, service, state, pressO } = await start();
  const ref = { kind: 'issue', ids: { botId: 'b0', issueId: 'iss_1' } };
  explorer.open({ screen: 'record', ref });
  const description = 'See https://a.example/x, and https://b.example/y.';
  await service.open('issue.read').answer({ id: 'iss_1', description });

  const text = shownLines(state()).join('\n');
  expect(text).toContain('See https://a.example/x [1], and https://b.example/y [2].');
  expect((await pressO('[2] https')).opened).toEqual(['https://b.example/y']);
});
