import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  MAX_BOOKMARKS,
  type Memory,
  openMemory,
  type StoredPlace,
  seenPlaces,
} from '../../src/storage/memory.ts';
import { serverName, stateFolder } from '../../src/storage/paths.ts';
import { safe } from '../../src/text/sanitise.ts';
import { runFile } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';

let base: string;
beforeEach(() => {
  base = newFolder('keep');
});

const SERVER = ['https://api.example.org', 'wkspace_1'] as const;
const NAME = `places-${serverName(...SERVER)}`;
const folder = (): string => join(base, 'state', 'botscope');
const path = (): string => join(folder(), `${NAME}.ndjson`);
const oldPath = (): string => join(folder(), `${NAME}.json`);
const row = (place: string, at = 1): StoredPlace => ({ place, name: safe`n`, at });
const marked = (...places: readonly string[]): Memory => ({
  recents: [],
  bookmarks: places.map(place => row(place)),
});
const opened = (...rows: readonly StoredPlace[]): Memory => ({ recents: rows, bookmarks: [] });
const allowed = (extensions: Memory['extensions'] & object): Memory => ({ ...marked(), extensions });

const open = (options = {}) => openMemory(folder(), SERVER, options);
const stored = (): Memory => open().contents;

function keep(file: ReturnType<typeof open>, ...contents: readonly Memory[]): void {
  for (const each of contents) {
    file.save(each);
    file.flush();
  }
}

function put(text: string, where = oldPath()): void {
  fs.mkdirSync(folder(), { recursive: true });
  fs.appendFileSync(where, text);
}

test.each<[string, Memory]>([
  [
    'recents and bookmarks',
    {
      recents: [row('bot/b1', 3), { ...row('bot/b0', 2), gone: true }, { ...row('bot/b2'), gone: 'deleted' }],
      bookmarks: [row('bots')],
    },
  ],
  ['recents of one time', opened(row('bot/b1'), row('bot/b2'))],
  ['consent and missing calls', allowed({ consentAt: 5, absent: { 'issue.list': 7 } })],
])('memory: %s are read back in the next run', (_what, contents) => {
  keep(open(), contents);

  expect(stored()).toEqual(contents);
});

test('memory: a bookmark that another process removed is not brought back by a new name or a 404', () => {
  keep(open(), marked('bot/b1', 'bot/b2'));
  const [first, second] = [open(), open()];

  keep(second, marked('bot/b2'));
  keep(first, { ...marked(), bookmarks: [{ ...row('bot/b1'), gone: true }, row('bot/b2')] });

  expect(stored()).toEqual(marked('bot/b2'));
});

test('memory: an old file that cannot be read now stays, and is read once it can be', () => {
  fs.mkdirSync(folder(), { recursive: true });
  fs.symlinkSync(oldPath(), oldPath());

  expect(open()).toMatchObject({ contents: marked(), problem: expect.stringContaining('unreadable') });
  fs.rmSync(oldPath());
  put(JSON.stringify(marked('bot/b1')));

  expect(stored()).toEqual(marked('bot/b1'));
});

test('memory: each server and workspace has its own file, for its owner only, also for consent', () => {
  fs.mkdirSync(folder(), { recursive: true, mode: 0o755 });
  keep(open(), allowed({ consentAt: 5, absent: { 'issue.list': 7 } }));

  for (const other of [
    [SERVER[0], 'wkspace_2'],
    ['https://other.example.org', SERVER[1]],
  ] as const)
    expect(openMemory(folder(), other).contents).toEqual(marked());
  expect(fs.readdirSync(folder())).toEqual([expect.stringMatching(/^places-[0-9a-f]{32}\.ndjson$/)]);
  expect(fs.statSync(path()).mode & 0o777).toBe(0o600);
  expect(fs.statSync(folder()).mode & 0o777).toBe(0o700);
});

test('memory: many changes are one delayed write', () => {
  vi.useFakeTimers();
  const file = open();

  for (let at = 0; at < 20; at++) file.save(marked(`bot/${at}`));
  expect(() => fs.statSync(path())).toThrow();
  vi.runAllTimers();

  expect(stored()).toEqual(marked('bot/19'));
});

test('memory: of too many bookmarks the latest stay', () => {
  const rows = Array.from({ length: MAX_BOOKMARKS + 2 }, (_, at) => row(`bot/b${at}`, at));
  keep(open(), { recents: [], bookmarks: rows });

  expect(stored().bookmarks.map(({ place }) => place)).toEqual(rows.slice(2).map(({ place }) => place));
});

test('memory: without recents those of other runs are neither shown nor changed', () => {
  keep(open(), opened(row('bot/b1')));
  const file = open({ remembers: false });
  expect(file.contents.recents).toEqual([]);

  keep(file, { ...marked('bots'), recents: [row('bot/b2')] });

  expect(stored()).toEqual({ ...marked('bots'), recents: [row('bot/b1')] });
});

test('memory: a log that has grown long is written anew, also with the rows of a later version', () => {
  put(JSON.stringify({ version: 1, ...marked('bot/old') }));
  put('{"list":"later","place":"x","at":1}\n', path());
  const file = open();
  for (let at = 0; at < 600; at++) keep(file, marked('bot/old', `bot/${at}`));
  open();
  fs.rmSync(oldPath());

  expect(stored()).toEqual(marked('bot/old', 'bot/599'));

  expect(fs.readFileSync(path(), 'utf8').split('\n')).toHaveLength(5);
  expect(fs.readFileSync(path(), 'utf8')).toContain('"later"');
  keep(file, marked('bot/old'));
  expect(stored()).toEqual(marked('bot/old'));
  expect(fs.readdirSync(folder())).toEqual([`${NAME}.ndjson`]);
});

test('state folder: an absolute XDG_STATE_HOME is used, a relative one ignored', () => {
  expect(stateFolder({ XDG_STATE_HOME: '/tmp/s' })).toBe('/tmp/s/botscope');
  expect(stateFolder({ XDG_STATE_HOME: 'relative' })).toMatch(/\/\.local\/state\/botscope$/);
  expect(stateFolder({})).toMatch(/\/\.local\/state\/botscope$/);
});

test.each(['', '{', '[]', 'null', '{"version":1}', '\x00\x01', ' '.repeat(1024 * 1024 + 1)])(
  'memory: an old file with %j in it is quarantined and reported, and a log is written',
  text => {
    put(text);

    const file = open();
    keep(file, marked('bots'));

    expect(file.problem).toContain('unreadable; moved to');
    expect(file.contents).toEqual(marked());
    expect(fs.readFileSync(`${oldPath()}.broken`, 'utf8')).toBe(text);
    expect(stored()).toEqual(marked('bots'));
  },
);

test('memory: a folder in place of the old file is quarantined, one in place of the log reported', () => {
  fs.mkdirSync(oldPath(), { recursive: true });
  expect(open().problem).toContain('unreadable; moved to');

  fs.mkdirSync(path());
  expect(open().problem).toMatch(/not saved: .+\.ndjson \(EISDIR\)$/);
});

test('memory: only invalid rows are dropped, and names are cleaned', () => {
  const good = { place: 'bot/b1', name: 'a\u001b[2Jb', at: 5 };
  const bad = [7, null, { place: '' }, { place: 'x', at: 'y' }, { place: 'x'.repeat(5000), at: 1 }];
  put(JSON.stringify({ version: 1, recents: [good, ...bad], bookmarks: [] }));
  for (const each of bad) put(`${JSON.stringify(each)}\n{"list":"bookma\n`, path());

  expect(stored()).toEqual(opened({ place: 'bot/b1', name: safe`a^[[2Jb`, at: 5 }));
});

test.each(['{}', '{"consentAt":"yes"}', '[1]', 'true', '{"absent":{"issue.list":"long ago"}}'])(
  'memory: %s is neither consent nor a missing call',
  extensions => {
    put(`{"version":1,"recents":[],"bookmarks":[],"extensions":${extensions}}`);

    expect(stored()).toEqual(marked());
  },
);

test('memory: one that cannot be written is reported once, and written as soon as it can be', () => {
  const onProblem = vi.fn();
  const file = open({ onProblem });
  const inTheWay = join(base, 'state');
  fs.writeFileSync(inTheWay, '');

  keep(file, marked('bots'), marked('bot/b1'));
  fs.rmSync(inTheWay);
  keep(file, marked('bot/b2'));

  expect(onProblem).toHaveBeenCalledTimes(1);
  expect(stored()).toEqual(marked('bot/b2'));
});

const renamed = { ...row('bot/x'), name: safe`renamed` };
const gone: StoredPlace = { ...row('bot/x'), gone: 'deleted' };

test.each([
  {
    what: 'rows of both stay, and a removed row stays removed',
    before: marked('bot/old', 'bot/both'),
    first: [marked('bot/both', 'bot/one')],
    second: [marked('bot/old', 'bot/both', 'bot/two')],
    after: marked('bot/both', 'bot/one', 'bot/two'),
  },
  ...[renamed, gone].map(each => ({
    what: 'a bookmark that one of them changed stays so after a write of the other',
    before: marked('bot/x'),
    first: [{ recents: [], bookmarks: [each] }],
    second: [marked('bot/x', 'bot/y'), marked('bot/x')],
    after: { recents: [], bookmarks: [each] },
  })),
  {
    what: 'recents are newest first',
    before: marked(),
    first: [opened(row('bot/c', 30), row('bot/a', 10))],
    second: [opened(row('bot/a', 40), row('bot/b', 20))],
    after: opened(row('bot/a', 40), row('bot/c', 30), row('bot/b', 20)),
  },
  {
    what: 'consent of one and missing calls of both stay, with the later time',
    before: allowed({ absent: { both: 1, gone: 1 } }),
    first: [allowed({ consentAt: 9, absent: { both: 5, gone: 1, first: 3 } })],
    second: [allowed({ absent: { both: 4, second: 2 } })],
    after: allowed({ consentAt: 9, absent: { both: 5, first: 3, second: 2 } }),
  },
  {
    what: 'consent that one of them revoked stays revoked',
    before: allowed({ consentAt: 5, absent: {} }),
    first: [allowed({ absent: {} })],
    second: [{ ...marked('bots'), extensions: { consentAt: 5, absent: {} } }],
    after: marked('bots'),
  },
])('memory: $what', ({ before, first, second, after }) => {
  keep(open(), before);
  const [one, two] = [open(), open()];

  keep(one, ...first);
  keep(two, ...second);

  expect(stored()).toEqual(after);
});

test.each([
  [
    'bookmarks',
    `const file = openMemory(folder, server);
     const save = places => (file.save({ recents: [], bookmarks: places }), file.flush());`,
  ],
  [
    'bookmarks, and rewrite the log',
    `const file = openMemory(folder, server);
     const save = places => {
       file.save({ recents: [], bookmarks: places });
       file.flush();
       openAppendLog(process.argv[3]).rewrite(lines => lines);
     };`,
  ],
  [
    'records',
    `const save = places => saveSeenPlaces(folder, server, { seen: places.slice(-1), gone: new Set() });`,
  ],
])(
  'state folder: processes that write %s at the same time lose nothing',
  { tags: 'program' },
  async (kind, save) => {
    const storage = join(import.meta.dirname, '../../src/storage');
    const program = `
    const { openMemory, saveSeenPlaces } = await import(${JSON.stringify(join(storage, 'memory.ts'))});
    const { openAppendLog } = await import(${JSON.stringify(join(storage, 'append-log.ts'))});
    const [, folder, who, log, ...server] = process.argv;
    ${save}
    let places = openMemory(folder, server).contents.bookmarks;
    for (let at = 0; at < 30; at++) {
      places = [...places, { place: 'bot/' + who + at, name: 'n', at }];
      save(places);
    }`;
    const words = (who: string) => ['--input-type=module', '-e', program, folder(), who, path(), ...SERVER];
    const run = (who: string) => runFile(process.execPath, words(who));

    await Promise.all([run('x'), run('y')]);

    const rows = kind === 'records' ? seenPlaces(folder(), SERVER) : stored().bookmarks;
    const all = Array.from({ length: 30 }, (_, at) => [`bot/x${at}`, `bot/y${at}`]).flat();
    expect(rows.map(({ place }) => place).toSorted()).toEqual(all.toSorted());
    expect(open().problem).toBeUndefined();
    expect(fs.readdirSync(folder())).toHaveLength(1);
  },
);
