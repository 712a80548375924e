import { expect } from 'vitest';
import { newScopeDialog } from '../../../src/explorer/state/dialogs.ts';
import type { Connect, LoginOption } from '../../../src/explorer/state/login.ts';
import type { State } from '../../../src/explorer/state/state.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { type FakeExplorer, startExplorer, writable } from '../../helpers/fake-explorer.ts';
import { settle } from '../../helpers/fake-service.ts';
import { after, play, scenes } from '../../helpers/scenes.ts';

const TOKEN = 'bp_pat_c4n4ryc4n4ry';
const OPTIONS: readonly LoginOption[] = [
  {
    id: 'profile:staging',
    kind: 'profile',
    label: safe`profile "staging"`,
    name: safe`staging`,
    detail: safe``,
    address: 'https://api.example.org',
    workspace: 'w',
    token: safe`token_file: x`,
  },
  {
    id: 'typed',
    kind: 'typed',
    label: safe`type it`,
    detail: safe``,
    address: 'https://api.example.org',
    workspace: '',
  },
];

let attempts: {
  readonly request: Parameters<Connect>[0];
  readonly signal: AbortSignal;
  readonly end: (outcome: Awaited<ReturnType<Connect>>) => void;
}[] = [];

const start = (known: boolean) => (): FakeExplorer => {
  attempts = [];
  return startExplorer({
    known,
    loginOptions: { options: OPTIONS, current: undefined, renewal: undefined },
    connect: (request, signal) => new Promise(end => void attempts.push({ request, signal, end })),
  });
};

const ends = (outcome: Awaited<ReturnType<Connect>>) => async (): Promise<void> => {
  attempts.at(-1)?.end(outcome);
  await settle();
};
const works = ends({ ok: true });
const LOCKED = { ok: false, why: safe`pass: locked` } as const;

const isAborted = (wanted: boolean) => (): void => expect(attempts[0]?.signal.aborted).toBe(wanted);
const connections = (count: number) => (): void => expect(attempts).toHaveLength(count);
const goesTo =
  (...wanted: readonly unknown[]) =>
  ({ onEnd }: FakeExplorer): void =>
    expect(onEnd.mock.calls.flat()).toEqual(wanted);
const hidesToken = ({ state }: FakeExplorer): void =>
  expect(JSON.stringify(state())).not.toContain(TOKEN.slice(0, 8));

const FILL_IN = `2 ${TOKEN} Enter wkspace_1 Enter`;

scenes('login', start(false), {
  'a typed token is never in the state and goes only to the connection': [
    [`2 ${TOKEN}`, { open: { kind: 'login', tokenLength: TOKEN.length } }, hidesToken],
    ['Esc', FILL_IN, works, goesTo(expect.objectContaining({ to: 'next' })), hidesToken],
    () =>
      expect(attempts.map(({ request }) => request)).toMatchObject([
        { kind: 'form', token: TOKEN, workspace: 'wkspace_1', tokenStorage: 'file' },
      ]),
  ],
  'a token can be pasted and corrected, and is forgotten when the form closes': [
    [`2 "${TOKEN}\n" Backspace`, { open: { tokenLength: TOKEN.length - 1 } }],
    ['Esc 2', { open: { tokenLength: 0 } }],
  ],
  'a failed connection shows its reason at its field, goes there and keeps all fields': [
    [FILL_IN, ends({ ok: false, why: safe`It was refused.`, field: 'token' }), { hint: 'It was refused.' }],
    [{ open: { hintField: 'token', field: 'token', tokenLength: TOKEN.length } }, goesTo()],
  ],
  'Esc cancels the attempt, and its late result is ignored': [
    [FILL_IN, 'Esc', works, isAborted(true), goesTo()],
  ],
});

const BY_KEY = 'Ctrl-P Enter';
const marked = ({ explorer }: FakeExplorer): void =>
  update(writable(explorer.store), {
    data: { marks: { 'list:bot': new Set(['a', 'b']), other: new Set(['c']) } },
  });

scenes('login', start(true), {
  'a profile that cannot be opened keeps the current connection': [
    ['Ctrl-P 1', ends(LOCKED), { notice: 'pass: locked' }, goesTo()],
  ],
  'switching profiles reports how many marks were cleared': [
    [marked, BY_KEY, works, goesTo({ to: 'next', notice: 'Now on profile "staging"; 3 marks cleared.' })],
  ],
});

const NOW_ON = { to: 'next', notice: 'Now on profile "staging".' };
const READY = 'staging is ready: Ctrl-P, Enter';
const STOPPED = 'Stopped connecting to staging.';
const closed =
  (notice: State['notice']) =>
  ({ explorer }: FakeExplorer): void =>
    writable(explorer.store).setState({ dialog: undefined, ...(notice && { notice }) });

const connecting = after(start(true), BY_KEY);

scenes('switch', connecting, {
  'without another key it happens by itself': [works, goesTo(NOW_ON)],
  'Esc closes the dialog first, and ends the attempt in a press of its own': [
    ['? Esc', { dialog: undefined }, isAborted(false)],
    ['Esc', { notice: STOPPED }, isAborted(true)],
  ],
  'a failure under a dialog is said once the dialog is closed': [
    ['?', ends(LOCKED), 'Esc', { notice: 'pass: locked' }],
  ],
  'a profile that is ready is connected anew after another attempt': [
    ['j', works, ({ explorer }) => explorer.logInWith('profile:staging', true), 'Esc'],
    ({ explorer }) => {
      explorer.renewToken();
      explorer.stopLogin();
      explorer.logInWith('profile:staging');
    },
    [goesTo(), connections(3)],
  ],
});

for (const [what, keys, leave] of [
  ['a movement', 'j', ''],
  ['a key that does nothing', 'z', ''],
  ['a palette that was closed', ': Esc', ''],
  ['the help', '?', 'Esc'],
  ['the palette', ':', 'Esc'],
] as const)
  scenes('switch', connecting, {
    [`after ${what} nothing switches by itself, and Ctrl-P, Enter switches at once`]: [
      keys,
      async (started: FakeExplorer) => {
        const { dialog } = started.state();
        await play(started, works, goesTo());
        expect(started.state().dialog).toBe(dialog);
        expect(dialog === undefined).toBe(leave === '');
      },
      [leave, { notice: READY }],
      [BY_KEY, goesTo(NOW_ON), connections(1)],
    ],
  });

for (const [how, result, notice] of [
  ['is said once it is closed', undefined, READY],
  ['comes after its own result', { tone: 'good', text: safe`Deleted bot x.` }, `Deleted bot x. · ${READY}`],
] as const)
  scenes('switch', connecting, {
    [`under a dialog that opened by itself nothing switches; the message ${how}`]: [
      [({ explorer }: FakeExplorer) => explorer.openDialog(newScopeDialog('action.menu')), works, goesTo()],
      [closed(result), { notice }],
    ],
  });

for (const [key, notice] of [
  ['Esc', STOPPED],
  ['Ctrl-C', `${STOPPED} Press Ctrl-C again to quit.`],
] as const)
  scenes('switch', connecting, {
    [`${key} ends the attempt and says so, also at the top`]: [
      async (started: FakeExplorer) => {
        const { views } = started.state().navigation;
        await play(started, key, { notice }, isAborted(true), works, goesTo(), { notice });
        expect(started.state().navigation.views).toBe(views);
      },
    ],
  });
