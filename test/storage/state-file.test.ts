import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Memory, StoredPlace } from '../../src/storage/memory.ts';
import { stateFileName, stateFolder } from '../../src/storage/paths.ts';
import { openStateFile } from '../../src/storage/state-file.ts';
import { safe } from '../../src/text/sanitise.ts';
import { newFolder } from '../helpers/folder.ts';

let base: string;
beforeEach(() => {
  base = newFolder('keep');
});
afterEach(() => {
  chmodSync(base, 0o700);
});

const NAME = stateFileName('https://api.example.org', 'wkspace_1');
const folder = (): string => join(base, 'state', 'botscope');
const path = (): string => join(folder(), NAME);
const row = (place: string, at = 1): StoredPlace => ({ place, name: safe`n`, at });
const marked = (...places: readonly string[]): Memory => ({
  recents: [],
  bookmarks: places.map(place => row(place)),
});
const opened = (...rows: readonly StoredPlace[]): Memory => ({ recents: rows, bookmarks: [] });

function keep(contents: Memory): void {
  const file = openStateFile(folder(), NAME);
  file.save(contents);
  file.flush();
}

function put(text: string): void {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(path(), text);
}

const stored = (): Memory => openStateFile(folder(), NAME).contents;

describe('state file: consent to undocumented calls', () => {
  const allowed = (extensions: Memory['extensions'] & object): Memory => ({
    recents: [],
    bookmarks: [],
    extensions,
  });

  test('state file: consent and missing calls are known in the next run', () => {
    const contents = allowed({ consentAt: 5, absent: { 'issue.list': 7 } });

    keep(contents);

    expect(stored()).toEqual(contents);
  });

  test('state file: consent is valid for one address and one workspace only', () => {
    keep(allowed({ consentAt: 5, absent: { 'issue.list': 7 } }));

    for (const other of [
      stateFileName('https://api.example.org', 'wkspace_2'),
      stateFileName('https://other.example.org', 'wkspace_1'),
    ])
      expect(openStateFile(folder(), other).contents.extensions).toBeUndefined();
  });

  test('state file: consent of one process and missing calls of both are merged, with the later time', () => {
    keep(allowed({ absent: { both: 1, gone: 1 } }));
    const [one, two] = [openStateFile(folder(), NAME), openStateFile(folder(), NAME)];

    one.save(allowed({ consentAt: 9, absent: { both: 5, gone: 1, first: 3 } }));
    one.flush();
    two.save(allowed({ absent: { both: 4, second: 2 } }));
    two.flush();

    expect(stored().extensions).toEqual({ consentAt: 9, absent: { both: 5, first: 3, second: 2 } });
  });

  test('state file: consent that one of two processes revoked stays revoked', () => {
    keep(allowed({ consentAt: 5, absent: {} }));
    const [one, two] = [openStateFile(folder(), NAME), openStateFile(folder(), NAME)];

    one.save(allowed({ absent: {} }));
    one.flush();
    two.save({ ...allowed({ consentAt: 5, absent: {} }), bookmarks: [row('bots')] });
    two.flush();

    expect(stored().extensions).toEqual({ absent: {} });
  });

  test.each(['{}', '{"consentAt":"yes"}', '[1]', 'true', '{"absent":{"issue.list":"long ago"}}'])(
    'state file: %s is neither consent nor a missing call',
    extensions => {
      put(`{"version":1,"recents":[],"bookmarks":[],"extensions":${extensions}}`);

      expect(stored().extensions?.consentAt).toBeUndefined();
      expect(stored().extensions?.absent ?? {}).toEqual({});
    },
  );
});

describe('state file: contents', () => {
  test('state file: contents are read back in the next run', () => {
    const contents = {
      recents: [
        row('bot/b1', 2),
        { ...row('bot/b0'), gone: true as const },
        { ...row('bot/b2'), gone: 'deleted' as const },
      ],
      bookmarks: [row('bots')],
    };

    keep(contents);

    expect(stored()).toEqual(contents);
  });

  test('state file: file and folder are for their owner only, also an existing folder', () => {
    mkdirSync(folder(), { recursive: true, mode: 0o755 });

    keep(marked('bots'));

    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
  });

  test('state file: is replaced in one step by a new file, and no temporary file stays', () => {
    keep(marked('bots'));
    const before = statSync(path()).ino;

    keep(marked('bots', 'bot/b1'));

    expect(statSync(path()).ino).not.toBe(before);
    expect(readdirSync(folder())).toEqual([NAME]);
  });

  test('state file: many changes are one delayed write', () => {
    vi.useFakeTimers();
    const file = openStateFile(folder(), NAME);

    for (let at = 0; at < 20; at++) file.save(marked(`bot/${at}`));
    expect(() => statSync(path())).toThrow();
    vi.runAllTimers();
    vi.useRealTimers();

    expect(stored()).toEqual(marked('bot/19'));
  });

  test('state file: each server and workspace has its own file', () => {
    const names = [
      NAME,
      stateFileName('https://api.example.org', 'wkspace_2'),
      stateFileName('https://other.example.org', 'wkspace_1'),
    ];

    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^places-[0-9a-f]{32}\.json$/);
  });

  test('state folder: an absolute XDG_STATE_HOME is used, a relative one ignored', () => {
    expect(stateFolder({ XDG_STATE_HOME: '/tmp/s' })).toBe('/tmp/s/botscope');
    expect(stateFolder({ XDG_STATE_HOME: 'relative' })).toMatch(/\/\.local\/state\/botscope$/);
    expect(stateFolder({})).toMatch(/\/\.local\/state\/botscope$/);
  });
});

describe('state file: unusable contents', () => {
  test.each([
    '',
    '{',
    '[]',
    'null',
    '{"version":1}',
    '{"version":"1","recents":[],"bookmarks":[]}',
    '\x00\x01',
  ])('state file: one with %j in it is quarantined and reported, and a new one is written', text => {
    put(text);

    const file = openStateFile(folder(), NAME);
    file.save(marked('bots'));
    file.flush();

    expect(file.problem).toContain('unreadable; moved to');
    expect(file.contents).toEqual(marked());
    expect(readFileSync(`${path()}.broken`, 'utf8')).toBe(text);
    expect(stored()).toEqual(marked('bots'));
  });

  test('state file: one that is too large is quarantined unread', () => {
    put(' '.repeat(1024 * 1024 + 1));

    expect(openStateFile(folder(), NAME).problem).toContain('unreadable; moved to');
  });

  test('state file: a folder in its place is quarantined', () => {
    mkdirSync(path(), { recursive: true });

    expect(openStateFile(folder(), NAME).problem).toContain('unreadable; moved to');
  });

  test('state file: one of a newer version is not changed', () => {
    const text = '{"version":2,"places":[]}';
    put(text);

    keep(marked('bots'));

    expect(openStateFile(folder(), NAME).problem).toContain('newer botscope');
    expect(readFileSync(path(), 'utf8')).toBe(text);
  });

  test('state file: only invalid rows are dropped, and names are cleaned', () => {
    const good = { place: 'bot/b1', name: 'a\u001b[2Jb', at: 5 };
    put(
      JSON.stringify({
        version: 1,
        recents: [good, 7, null, { place: '' }, { place: 'x', at: 'y' }],
        bookmarks: [],
      }),
    );

    expect(stored()).toEqual(opened({ place: 'bot/b1', name: safe`a^[[2Jb`, at: 5 }));
  });

  test('state file: one that cannot be written is reported once', () => {
    put('{"version":1,"recents":[],"bookmarks":[]}');
    const onProblem = vi.fn();
    const file = openStateFile(join(path(), 'below'), NAME, onProblem);

    for (let times = 0; times < 3; times++) {
      file.save(marked('bots'));
      file.flush();
    }

    expect([file.problem, ...onProblem.mock.calls.flat()].filter(text => text !== undefined)).toHaveLength(1);
  });
});

describe('state file: two processes', () => {
  test('state file: two processes keep the rows of both, and a removed row stays removed', () => {
    keep(marked('bot/old', 'bot/both'));
    const [one, two] = [openStateFile(folder(), NAME), openStateFile(folder(), NAME)];

    one.save(marked('bot/both', 'bot/one'));
    one.flush();
    two.save(marked('bot/old', 'bot/both', 'bot/two'));
    two.flush();

    expect(
      stored()
        .bookmarks.map(({ place }) => place)
        .toSorted(),
    ).toEqual(['bot/both', 'bot/one', 'bot/two']);
  });

  test('state file: recents of two processes are merged newest first', () => {
    const [one, two] = [openStateFile(folder(), NAME), openStateFile(folder(), NAME)];

    one.save(opened(row('bot/c', 30), row('bot/a', 10)));
    one.flush();
    two.save(opened(row('bot/a', 40), row('bot/b', 20)));
    two.flush();

    expect(stored().recents.map(({ place, at }) => [place, at])).toEqual([
      ['bot/a', 40],
      ['bot/c', 30],
      ['bot/b', 20],
    ]);
  });

  test('state file: processes that write at the same time lose nothing', async () => {
    const module = join(import.meta.dirname, '../../src/storage/state-file.ts');
    const program = `
      const { openStateFile } = await import(${JSON.stringify(module)});
      const [, folder, name, who] = process.argv;
      const file = openStateFile(folder, name);
      let bookmarks = file.contents.bookmarks;
      for (let at = 0; at < 30; at++) {
        bookmarks = [...bookmarks, { place: 'bot/' + who + at, name: 'n', at }];
        file.save({ recents: [], bookmarks });
        file.flush();
      }`;
    const run = (who: string) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, folder(), NAME, who]);

    await Promise.all([run('x'), run('y')]);

    const places = stored().bookmarks.map(({ place }) => place);
    expect(openStateFile(folder(), NAME).problem).toBeUndefined();
    const all = Array.from({ length: 30 }, (_, at) => [`bot/x${at}`, `bot/y${at}`]).flat();
    expect(places.toSorted()).toEqual(all.toSorted());
    expect(readdirSync(folder())).toEqual([NAME]);
  });

  test('state file: the lock of a dead process does not delay a write, and is removed', () => {
    mkdirSync(folder(), { recursive: true });
    const lock = `${path()}.lock`;
    writeFileSync(lock, '');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(lock, longAgo, longAgo);

    keep(marked('bots'));

    expect(stored()).toEqual(marked('bots'));
    expect(readdirSync(folder())).toEqual([NAME]);
  });
});
