import { describe, expect, test, vi } from 'vitest';
import { createExplorer } from '../../../src/explorer/actions/explorer.ts';
import { paste, press } from '../../../src/explorer/keyboard/keyboard.ts';
import type { Connect, LoginOption } from '../../../src/explorer/state/login-options.ts';
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

const settled = () => new Promise(resolve => setImmediate(resolve));

describe('typed token', () => {
  test('login: a typed token is never in the state and goes only to the connection', async () => {
    const wishes: unknown[] = [];
    const { key, type, state, onEnd } = start(wish => {
      wishes.push(wish);
      return Promise.resolve({ ok: true });
    });
    key('2');
    type(TOKEN);
    expect(JSON.stringify(state())).not.toContain(TOKEN.slice(0, 8));
    expect(state().dialog).toMatchObject({ kind: 'login', tokenLength: TOKEN.length });

    key('enter');
    type('wkspace_1');
    key('enter');
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
  const { key, type, state, onEnd } = start(() =>
    Promise.resolve({ ok: false, why: safe`It was refused.`, field: 'token' }),
  );
  key('2');
  type(TOKEN);
  key('enter');
  type('wkspace_1');
  key('enter');
  await settled();

  expect(state().dialog).toMatchObject({
    ...{ hint: 'It was refused.', hintField: 'token', field: 'token', tokenLength: TOKEN.length },
  });
  expect(onEnd).not.toHaveBeenCalled();
});

test('login: Esc cancels the attempt, and its late result is ignored', async () => {
  let answer = (_outcome: { readonly ok: true }): void => undefined;
  const signals: AbortSignal[] = [];
  const { key, type, onEnd } = start((_wish, signal) => {
    signals.push(signal);
    return new Promise(resolve => {
      answer = resolve;
    });
  });
  key('2');
  type(TOKEN);
  key('enter');
  type('w');
  key('enter');

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
