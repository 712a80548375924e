import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_SETTINGS, parseSettings, readSettingsFile } from '../../src/config/config-file.ts';
import { safe } from '../../src/text/sanitise.ts';
import { newFolder } from '../helpers/folder.ts';
import { forAllAsync } from '../helpers/property.ts';

test.each<[text: string, expected: object]>([
  ['# mine\nkeys:\n  place.reload: R\n', { keys: { 'place.reload': ['R'] } }],
  ['keys: { record.raw: [y, "Y"] }', { keys: { 'record.raw': ['y', 'Y'] } }],
  ['ignore:\n  - issue\n  - bot-status:shop\n', { values: { ignore: { text: 'issue,bot-status:shop' } } }],
  ['ignore: issue,bot-status:shop\n', { values: { ignore: { text: 'issue,bot-status:shop' } } }],
  ['ignore: []\n', { values: { ignore: { text: '' } } }],
  ['timeout: 30', { values: { timeout: { text: '30' } } }],
  ['timeout: "30"', { values: { timeout: { text: '30' } } }],
  ['protect: true', { values: { protect: { text: 'yes' } } }],
  ['protect: false', { values: { protect: { text: 'no' } } }],
  ['{}', { values: {} }],
  ['\nskin: dark\n', { values: { skin: { text: 'dark', origin: 'settings.yaml line 2', from: 'user' } } }],
])('settings file: %j is valid', async (text, expected) => {
  expect(await parseSettings(text)).toMatchObject({ ...expected, problems: [] });
});

test.each([
  ['keys: [1', 'settings.yaml line 1: '],
  ['- a\n- b', 'must be a map'],
  ['keys: 5', 'keys: must be a map'],
  ['keys:\n  place.reload: 5', 'keys.place.reload: must be a key'],
  ['kyes: {}', 'did you mean keys?'],
  ['views: 5', 'views: must be a map'],
  ['views: {a: 5}', 'views.a: must be a place'],
  ['# mine\n\nskni: dark', 'settings.yaml line 3: skni: unknown setting; did you mean skin?'],
  ['ascii: maybe', 'settings.yaml line 1: ascii: must be true or false'],
  ['skin: 5', 'settings.yaml line 1: skin: must be text'],
  ['timeout: 0', 'settings.yaml line 1: timeout: must be a time up to 10m, as 15, 15s or 2m'],
  ['timeout: "1e2"', 'timeout: must be a time'],
  ['timeout: [5]', 'timeout: must be a time'],
  [
    'profiles:\n  prod:\n    wrokspace: w',
    'line 3: profiles.prod.wrokspace: unknown setting; did you mean workspace?',
  ],
  [
    'profiles:\n  prod:\n    token_command: pass show bp',
    'line 3: profiles.prod.token_command: must be a list of words',
  ],
  ['profiles: {prod: {token: abc}}', 'profiles.prod.token: this file must not hold a token'],
  ['profiles: {"a b": {}}', 'the name must be a word'],
  ['profiles: {a: {token_env: X, bp_login: y}}', 'one token source'],
  ['profiles: {a: {url: http://b, api_url: http://c}}', 'profiles.a.api_url: a profile has one address'],
  ['profiles: {a: {workspace: b, workspace_id: c}}', 'a profile has one workspace'],
  ['profiles: {a: {colour: "\\e[5m"}}', 'profiles.a.colour: must be red, yellow, green or cyan'],
  ['profiles: {a: 5}', 'profiles.a: must be a map of url, workspace and a token source'],
  ['profiles: 5', 'profiles: must be a map of name: profile'],
  ['commands: 5', 'commands: must be a map'],
  ['commands: {a b: {run: [x]}}', 'commands.a b: the name must be a word'],
  ['commands:\n  a:\n    key: D', 'line 2: commands.a: lacks run: [program, words]'],
  ['commands:\n  a:\n    run: rm -rf', 'line 3: commands.a.run: must be a list of words'],
  ['commands: {a: {run: []}}', 'commands.a.run: must be a list of words'],
  ['commands: {a: {run: ["{name}"]}}', 'commands.a.run: must begin with a fixed program'],
  ['commands: {a: {run: [x], danger: true}}', 'commands.a.danger: unknown setting'],
  ['commands: {a: {run: [x], dangeros: true}}', 'did you mean dangerous?'],
  ['commands: {a: {run: [x], wait: 5}}', 'commands.a.wait: must be true or false'],
  ['commands: {a: {run: [x], on: {bot: 1}}}', 'commands.a.on: must be a word or a list of words'],
])('settings file: %j is reported and left out', async (text, words) => {
  const { problems, profileProblems } = await parseSettings(text);

  expect([...problems, ...profileProblems].join('\n')).toContain(words);
});

test('settings file: a problem never quotes the value, which may be a misplaced token', async () => {
  const texts = [
    'token: c4n4ry',
    'profiles: {a: {token: c4n4ry}}',
    'profiles: {a: {tokn_env: c4n4ry}}',
    'ascii: c4n4ry',
  ];
  for (const text of texts) {
    const found = await parseSettings(text);
    const problems = [...found.problems, ...found.profileProblems];

    expect(problems).toHaveLength(1);
    expect(problems.join('')).not.toContain('c4n4ry');
  }
});

test('settings file: an invalid value of a restriction counts as yes', async () => {
  const { values, problems } = await parseSettings('read_only: yess\nno_reveal: 5\nprotect: 1\nascii: yess');

  expect(Object.keys(values)).toEqual(['readOnly', 'protect', 'noReveal']);
  expect(new Set(Object.values(values).map(({ text }) => text))).toEqual(new Set(['yes']));
  expect(problems).toHaveLength(4);
});

test('project file: cannot redirect a token, run a program, write a file or lift a restriction', async () => {
  const forbidden = [
    ...['api_url: https://evil.example', 'insecure_http: true', 'insecure_tls: true', 'trace: /etc/x'],
    ...[
      'keys: {a.b: x}',
      'read_only: false',
      'profiles: {a: {token_command: [rm]}}',
      'commands: {a: {run: [rm]}}',
    ],
  ];
  const text = [...forbidden, 'skin: dark', 'workspace_id: w'].join('\n');

  const found = await parseSettings(text, safe`.botscope.yaml`, 'project');

  expect(Object.keys(found.values)).toEqual(['workspaceId', 'skin']);
  expect(found).toMatchObject({ profiles: [], keys: {}, commands: [] });
  expect(found.problems).toHaveLength(forbidden.length);
  expect(found.problems).toContain('.botscope.yaml line 8: commands: a project file must not set this');
});

test('settings file: custom commands have words, keys and kinds', async () => {
  const { commands, problems } = await parseSettings(
    'commands:\n  show: {run: [less, "{id}"], key: D, on: bot, help: "look at it"}\n  wipe: {run: [x], dangerous: maybe, wait: false}\n',
  );

  expect(commands).toEqual([
    {
      name: 'show',
      run: ['less', '{id}'],
      keys: ['D'],
      on: ['bot'],
      help: 'look at it',
      isDangerous: false,
      waits: true,
      origin: 'settings.yaml line 2',
    },
    {
      name: 'wipe',
      run: ['x'],
      keys: [],
      on: [],
      // An invalid value counts as yes.
      isDangerous: true,
      waits: false,
      origin: 'settings.yaml line 3',
    },
  ]);
  expect(problems).toEqual(['settings.yaml line 3: commands.wipe.dangerous: must be true or false']);
});

test('settings file: profiles have token sources and colours', async () => {
  const { profiles, problems } = await parseSettings(
    'profiles:\n  prod: {url: "https://x.example", workspace: w, token_command: [pass, show, bp], protect: true}\n  ci: {workspace: w2, token_env: CI, colour: green}\n',
  );

  expect(problems).toEqual([]);
  expect(profiles).toEqual([
    {
      name: 'prod',
      url: 'https://x.example',
      workspace: 'w',
      token: { kind: 'token_command', value: ['pass', 'show', 'bp'] },
      protect: true,
      origin: 'settings.yaml line 2',
    },
    {
      name: 'ci',
      workspace: 'w2',
      token: { kind: 'token_env', value: 'CI' },
      colour: 'green',
      origin: 'settings.yaml line 3',
    },
  ]);
});

test('settings file: no text makes the parser throw', () =>
  forAllAsync(100, fc.string({ unit: 'binary', maxLength: 200 }), async text => {
    await expect(parseSettings(text)).resolves.toBeDefined();
  }));

test('settings file: a missing one is fine, an unreadable one is a problem', async () => {
  const folder = newFolder('settings');

  expect(await readSettingsFile(join(folder, 'none.yaml'))).toEqual(EMPTY_SETTINGS);
  expect((await readSettingsFile(folder)).problems.join('')).toContain('cannot be read');
});
