import fs, {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withLock } from '../../src/storage/files.ts';
import { MAX_BOOKMARKS, type Memory, type StoredPlace } from '../../src/storage/memory.ts';
import { stateFileName, stateFolder } from '../../src/storage/paths.ts';
import { seenPlaces } from '../../src/storage/seen-places.ts';
import { openStateFile } from '../../src/storage/state-file.ts';
import { safe } from '../../src/text/sanitise.ts';
import { runFile } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';

let base: string;
beforeEach(() => {
  base = newFolder('keep');
});
afterEach(() => {
  chmodSync(base, 0o700);
});

const SERVER = ['https://api.example.org', 'wkspace_1'] as const;
const NAME = stateFileName(...SERVER);
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

test('state file: of too many bookmarks the latest stay', () => {
  const rows = Array.from({ length: MAX_BOOKMARKS + 2 }, (_, at) => row(`bot/b${at}`, at));
  keep({ recents: [], bookmarks: rows });

  expect(stored().bookmarks.map(({ place }) => place)).toEqual(rows.slice(2).map(({ place }) => place));
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

  test('state file: one that cannot be written is reported once, and written as soon as it can be', () => {
    const parent = join(base, 'in the way');
    const onProblem = vi.fn();
    const file = openStateFile(join(parent, 'below'), NAME, onProblem);
    writeFileSync(parent, '');
    const save = (place: string): void => {
      file.save(marked(place));
      file.flush();
    };

    for (const place of ['bots', 'bot/b1']) save(place);
    rmSync(parent);
    save('bot/b2');

    expect(onProblem).toHaveBeenCalledTimes(1);
    expect(openStateFile(join(parent, 'below'), NAME).contents).toEqual(marked('bot/b2'));
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

  test.each([{ gone: 'deleted' as const }, { name: safe`renamed` }])(
    'state file: a bookmark that one of two processes changed to %j keeps that after a write of the other',
    change => {
      keep(marked('bot/x'));
      const [one, two] = [openStateFile(folder(), NAME), openStateFile(folder(), NAME)];

      one.save({ recents: [], bookmarks: [{ ...row('bot/x'), ...change }] });
      one.flush();
      two.save(marked('bot/x', 'bot/y'));
      two.flush();
      two.save(marked('bot/x'));
      two.flush();

      expect(stored().bookmarks).toEqual([{ ...row('bot/x'), ...change }]);
    },
  );

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

  test.each([
    [
      'bookmarks',
      `const file = openStateFile(folder, name);
       const save = places => (file.save({ recents: [], bookmarks: places }), file.flush());`,
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
      const { openStateFile } = await import(${JSON.stringify(join(storage, 'state-file.ts'))});
      const { saveSeenPlaces } = await import(${JSON.stringify(join(storage, 'seen-places.ts'))});
      const [, folder, name, who, ...server] = process.argv;
      ${save}
      let places = openStateFile(folder, name).contents.bookmarks;
      for (let at = 0; at < 30; at++) {
        places = [...places, { place: 'bot/' + who + at, name: 'n', at }];
        save(places);
      }`;
      const words = (who: string) => ['--input-type=module', '-e', program, folder(), NAME, who, ...SERVER];
      const run = (who: string) => runFile(process.execPath, words(who));

      await Promise.all([run('x'), run('y')]);

      const rows = kind === 'bookmarks' ? stored().bookmarks : seenPlaces(folder(), SERVER);
      const all = Array.from({ length: 30 }, (_, at) => [`bot/x${at}`, `bot/y${at}`]).flat();
      expect(rows.map(({ place }) => place).toSorted()).toEqual(all.toSorted());
      expect(openStateFile(folder(), NAME).problem).toBeUndefined();
      expect(readdirSync(folder())).toHaveLength(1);
    },
  );

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

  test('state file: a lock that another process took over from a dead one just before is left to it', () => {
    const lock = `${path()}.lock`;
    put('');
    writeFileSync(lock, '');
    utimesSync(lock, 1, 1);
    const events: string[] = [];
    const { statSync: statNow } = fs;
    // The other process acts after this one has looked at the lock: it takes the lock over, then releases it.
    const spy = vi.spyOn(fs, 'statSync').mockImplementation(((file: string, options: object) => {
      const stats = statNow(file, options);
      if (file !== lock || events.length > 1) return stats;
      events.push(events.length === 0 ? 'taken over' : 'released');
      rmSync(lock);
      if (events.length === 1) writeFileSync(lock, '');
      return stats;
    }) as typeof statNow);
    syncBuiltinESMExports();

    withLock(path(), () => events.push('work'));
    spy.mockRestore();
    syncBuiltinESMExports();

    expect(events).toEqual(['taken over', 'released', 'work']);
  });

  test('state file: a process that was too slow leaves the lock to the one that took it over', () => {
    const lock = `${path()}.lock`;

    withLock(path(), () => {
      writeFileSync(`${lock}.new`, '');
      utimesSync(`${lock}.new`, 1, 1);
      renameSync(`${lock}.new`, lock);
    });

    expect(readdirSync(folder())).toEqual([`${NAME}.lock`]);
  });
});
