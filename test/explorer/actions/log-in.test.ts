import { describe, expect, test, vi } from 'vitest';
import { createExplorer } from '../../../src/explorer/actions/explorer.ts';
import { paste, press } from '../../../src/explorer/keyboard/keyboard.ts';
import { newScopeDialog } from '../../../src/explorer/state/dialogs.ts';
import type { Connect, LoginOption } from '../../../src/explorer/state/login.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { SERVER } from '../../helpers/fake-explorer.ts';
import { fakeService } from '../../helpers/fake-service.ts';
import { writable } from '../../helpers/writable.ts';

const TOKEN = 'bp_pat_c4n4ryc4n4ry';
const typed: LoginOption = {
  id: 'typed',
  kind: 'typed',
  label: safe`type it`,
  detail: safe``,
  address: 'https://api.example.org',
  workspace: '',
};
const staging: LoginOption = {
  id: 'profile:staging',
  kind: 'profile',
  label: safe`profile "staging"`,
  name: safe`staging`,
  detail: safe``,
  address: 'https://api.example.org',
  workspace: 'w',
  token: safe`token_file: x`,
};

function start(openDoor: Connect, isConnected = false) {
  const onEnd = vi.fn();
  const now = () => 0;
  const explorer = createExplorer({
    client: isConnected ? fakeService(now).client : undefined,
    server: isConnected ? SERVER : undefined,
    size: { columns: 80, rows: 24 },
    knownIds: () => [],
    loginOptions: { options: [staging, typed], current: undefined, renewal: undefined },
    connect: openDoor,
    now,
    end: onEnd,
  });
  const key = (name: string): void =>
    press(explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
  const type = (text: string): void => [...text].forEach(key);
  return { explorer, onEnd, key, type, state: () => explorer.store.getState() };
}

/** Types the token and the workspace into the form and presses Enter. */
function fillIn({ key, type }: ReturnType<typeof start>, workspace = 'wkspace_1'): void {
  key('2');
  type(TOKEN);
  key('enter');
  type(workspace);
  key('enter');
}

const settled = () => new Promise(resolve => setImmediate(resolve));

describe('typed token', () => {
  test('login: a typed token is never in the state and goes only to the connection', async () => {
    const wishes: unknown[] = [];
    const started = start(wish => {
      wishes.push(wish);
      return Promise.resolve({ ok: true });
    });
    const { key, type, state, onEnd } = started;
    key('2');
    type(TOKEN);
    expect(JSON.stringify(state())).not.toContain(TOKEN.slice(0, 8));
    expect(state().dialog).toMatchObject({ kind: 'login', tokenLength: TOKEN.length });
    key('escape');

    fillIn(started);
    await settled();

    expect(wishes).toMatchObject([
      { kind: 'form', token: TOKEN, workspace: 'wkspace_1', tokenStorage: 'file' },
    ]);
    expect(JSON.stringify(state())).not.toContain(TOKEN.slice(0, 8));
    expect(onEnd).toHaveBeenCalledWith(expect.objectContaining({ to: 'next' }));
  });

  test('login: a token can be pasted and corrected, and is forgotten when the form closes', () => {
    const { explorer, key, state } = start(() => Promise.resolve({ ok: true }));
    key('2');
    paste(explorer, `${TOKEN}\n`);
    key('backspace');
    expect(state().dialog).toMatchObject({ tokenLength: TOKEN.length - 1 });

    key('escape');
    key('2');

    expect(state().dialog).toMatchObject({ tokenLength: 0 });
  });
});

test('login: a failed connection shows its reason at its field, goes there and keeps all fields', async () => {
  const started = start(() => Promise.resolve({ ok: false, why: safe`It was refused.`, field: 'token' }));
  const { state, onEnd } = started;
  fillIn(started);
  await settled();

  expect(state().dialog).toMatchObject({
    ...{ hint: 'It was refused.', hintField: 'token', field: 'token', tokenLength: TOKEN.length },
  });
  expect(onEnd).not.toHaveBeenCalled();
});

test('login: Esc cancels the attempt, and its late result is ignored', async () => {
  let answer = (_outcome: { readonly ok: true }): void => undefined;
  const signals: AbortSignal[] = [];
  const started = start((_wish, signal) => {
    signals.push(signal);
    return new Promise(resolve => {
      answer = resolve;
    });
  });
  const { key, onEnd } = started;
  fillIn(started, 'w');

  key('escape');
  answer({ ok: true });
  await settled();

  expect(signals[0]?.aborted).toBe(true);
  expect(onEnd).not.toHaveBeenCalled();
});

test('login: a profile that cannot be opened keeps the current connection', async () => {
  const { key, state, onEnd } = start(() => Promise.resolve({ ok: false, why: safe`pass: locked` }), true);
  key('ctrl+p');
  key('1');
  await settled();

  expect(state().notice?.text).toBe('pass: locked');
  expect(onEnd).not.toHaveBeenCalled();
});

test('login: switching profiles reports how many marks were cleared', async () => {
  const { explorer, key, onEnd } = start(() => Promise.resolve({ ok: true }), true);
  update(writable(explorer.store), {
    data: { marks: { 'list:bot': new Set(['a', 'b']), other: new Set(['c']) } },
  });
  key('ctrl+p');
  key('enter');
  await settled();

  expect(onEnd).toHaveBeenCalledWith({
    to: 'next',
    notice: 'Now on profile "staging"; 3 marks cleared.',
  });
});

/** Starts to connect to `staging`; `answer` ends the attempt. */
async function connecting(outcome: Awaited<ReturnType<Connect>> = { ok: true }) {
  const answers: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const started = start((_request, signal) => {
    signals.push(signal);
    return new Promise(resolve => answers.push(() => resolve(outcome)));
  }, true);
  started.key('ctrl+p');
  started.key('enter');
  const answer = async (): Promise<void> => {
    answers.at(-1)?.();
    await settled();
  };
  return { ...started, answer, signals, notice: () => started.state().notice?.text };
}

const NOW_ON = { to: 'next', notice: 'Now on profile "staging".' };
const READY = 'staging is ready: Ctrl-P, Enter';

test('switch: without another key it happens by itself', async () => {
  const { answer, onEnd } = await connecting();
  await answer();

  expect(onEnd.mock.calls).toEqual([[NOW_ON]]);
});

test.each([
  ['a movement', ['j']],
  ['a key that does nothing', ['z']],
  ['a palette that was closed', [':', 'escape']],
  ['the help', ['?']],
  ['the palette', [':']],
])('switch: after %s nothing switches by itself, and Ctrl-P, Enter switches at once', async (_what, keys) => {
  const { answer, onEnd, key, state, notice, signals } = await connecting();
  keys.forEach(key);
  const { dialog } = state();
  await answer();

  expect(onEnd).not.toHaveBeenCalled();
  expect(state().dialog).toBe(dialog);
  if (dialog !== undefined) key('escape');
  expect(notice()).toBe(READY);
  key('ctrl+p');
  key('enter');
  expect(onEnd.mock.calls).toEqual([[NOW_ON]]);
  expect(signals).toHaveLength(1);
});

test.each([
  ['is said once it is closed', undefined, READY],
  ['comes after its own result', { tone: 'good', text: safe`Deleted bot x.` }, `Deleted bot x. · ${READY}`],
] as const)(
  'switch: under a dialog that opened by itself nothing switches; the message %s',
  async (...row) => {
    const [, result, words] = row;
    const { answer, onEnd, explorer, notice } = await connecting();
    explorer.openDialog(newScopeDialog('actions'));
    await answer();
    expect(onEnd).not.toHaveBeenCalled();
    writable(explorer.store).setState({ dialog: undefined, ...(result && { notice: result }) });

    expect(notice()).toBe(words);
  },
);

test.each([
  ['escape', 'Stopped connecting to staging.'],
  ['ctrl+c', 'Stopped connecting to staging. Press Ctrl-C again to quit.'],
])('switch: %s ends the attempt and says so, also at the top', async (name, words) => {
  const { answer, onEnd, key, state, notice, signals } = await connecting();
  const { views } = state().navigation;
  key(name);

  expect(notice()).toBe(words);
  expect(signals[0]?.aborted).toBe(true);
  await answer();
  expect(onEnd).not.toHaveBeenCalled();
  expect(state().navigation.views).toBe(views);
  expect(notice()).toBe(words);
});

test('switch: Esc closes the dialog first, and ends the attempt in a press of its own', async () => {
  const { key, state, notice, signals } = await connecting();
  key('?');
  key('escape');
  expect(state().dialog).toBeUndefined();
  expect(signals[0]?.aborted).toBe(false);
  key('escape');

  expect(notice()).toBe('Stopped connecting to staging.');
  expect(signals[0]?.aborted).toBe(true);
});

test('switch: a failure under a dialog is said once the dialog is closed', async () => {
  const { answer, key, notice } = await connecting({ ok: false, why: safe`pass: locked` });
  key('?');
  await answer();
  key('escape');

  expect(notice()).toBe('pass: locked');
});

test('switch: a profile that is ready is connected anew after another attempt', async () => {
  const { answer, key, explorer, onEnd, signals } = await connecting();
  key('j');
  await answer();
  explorer.logInWith('profile:staging', true);
  key('escape');
  explorer.renewToken();
  explorer.stopLogin();
  explorer.logInWith('profile:staging');

  expect(onEnd).not.toHaveBeenCalled();
  expect(signals).toHaveLength(3);
});
