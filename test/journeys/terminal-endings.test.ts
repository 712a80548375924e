import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';
import { pace } from '../helpers/pace.ts';

let folder: string;
beforeAll(() => {
  folder = newFolder('endings');
  // Throws on SIGUSR2: no internal error can be caused from outside.
  writeFileSync(join(folder, 'fault.cjs'), "process.on('SIGUSR2', () => { throw new Error('boom'); });");
});

type Step = (explorer: ExplorerRun) => Promise<unknown>;

const keys =
  (wanted: string | RegExp, ...pressed: readonly string[]): Step =>
  async ({ terminal }) => {
    await terminal.waitFor('support-prod');
    await terminal.press(...pressed);
    await terminal.waitFor(wanted);
  };

/** Steps to each screen on which the program can end. */
const MOMENTS: Readonly<Record<string, Step>> = {
  start: ({ terminal }) => terminal.waitFor('─ Bots'),
  list: keys('support-prod'),
  record: keys('registration_failed', 'Enter'),
  loading: async ({ terminal, sandbox }) => {
    await terminal.waitFor('support-prod');
    sandbox.fault({ hang: 'headers' });
    await terminal.press('r');
    await terminal.waitFor('loading');
  },
  'command field': keys(':abc', ':', 'a', 'b', 'c'),
  'delete dialog': async explorer => {
    await keys('Nothing deleted yet', 'ctrl+d')(explorer);
    await explorer.terminal.press('x');
  },
  help: keys('Esc closes', '?'),
  menu: keys('copy the API path', 'C'),
  'half a paste': async ({ terminal }) => {
    await terminal.waitFor('support-prod');
    terminal.send('\x1b[200~half a pas');
    // Nothing shows that it was read, and the next input must not be part of the same read.
    for (let quiet = 0; quiet < 4; quiet++) await terminal.settle();
  },
  resizing: async ({ terminal }) => {
    await terminal.waitFor('support-prod');
    terminal.resize(40, 10);
    terminal.resize(100, 30);
  },
  suspended: async ({ terminal }) => {
    await terminal.waitFor('support-prod');
    terminal.send('\x1a');
    await terminal.waitFor(() => !terminal.altScreen());
  },
  pager: async ({ terminal }) => {
    await keys(' createdAt: ', 'y')({ terminal } as ExplorerRun);
    terminal.send('|');
    await terminal.waitFor(() => !terminal.altScreen());
  },
};

const signal =
  (name: NodeJS.Signals): Step =>
  async ({ terminal }) =>
    terminal.kill(name);

/** Ways to end the program, each with its exit code. */
const WAYS: Readonly<Record<string, readonly [step: Step, code: number]>> = {
  'q until it ends': [async ({ terminal }) => terminal.press('q', 'q', 'q', 'q').catch(() => undefined), 0],
  'ctrl+c twice': [
    async ({ terminal }) => {
      terminal.send('\x03');
      await terminal.settle();
      terminal.send('\x03');
    },
    0,
  ],
  SIGTERM: [signal('SIGTERM'), 143],
  SIGINT: [signal('SIGINT'), 130],
  SIGHUP: [signal('SIGHUP'), 129],
  SIGQUIT: [signal('SIGQUIT'), 131],
  'a fault': [signal('SIGUSR2'), 70],
  'a hang-up': [async ({ terminal }) => terminal.hangUp(), 129],
};

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];
const QUITTING = ['start', 'list', 'record', 'resizing'];

/** All screens, each with several endings, so that each ending meets many screens: more than fifty cases. */
const CASES = Object.keys(MOMENTS).flatMap((moment, at) => {
  const own = Object.keys(WAYS).filter(way => {
    if (way.startsWith('q')) return QUITTING.includes(moment);
    // There these keys belong to the shell or the pager.
    if (way === 'ctrl+c twice') return moment !== 'suspended' && moment !== 'pager';
    if (moment === 'pager') return way === 'SIGTERM' || way === 'SIGHUP' || way === 'a fault';
    return !SIGNALS.includes(way) || SIGNALS[at % 4] === way || SIGNALS[(at + 1) % 4] === way;
  });
  return own.map(way => [moment, way] as const);
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('endings: at least fifty cases are tested', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(50);
});

async function endsWell(moment: string, way: string): Promise<void> {
  const opened = await openExplorer({
    shell: true,
    env: { NODE_OPTIONS: `--require ${join(folder, 'fault.cjs')}`, PAGER: 'tail -f', BOTSCOPE_TITLE: '1' },
  });
  const { terminal } = opened;
  terminal.emulator.write('\x1b]0;the shell\x1b\\');
  try {
    await terminal.waitFor(() => terminal.altScreen());
    await MOMENTS[moment]?.(opened);
    const pid = terminal.pid();
    const [end, code] = WAYS[way] ?? [async () => undefined, -1];
    await end(opened);

    if (way === 'a hang-up')
      await vi.waitFor(() => expect(terminal.code()).toBe(code), { timeout: 15_000 * pace });
    else {
      expect((await terminal.exit).code).toBe(code);
      const { before, after } = terminal.settings();
      expect(after).toBe(before);
      expect(terminal.altScreen()).toBe(false);
      expect(terminal.cursorVisible()).toBe(true);
      expect(terminal.title()).toBe('the shell');
      expect(terminal.modes()).toMatchObject({
        bracketedPasteMode: false,
        wraparoundMode: true,
        synchronizedOutputMode: false,
        mouseTrackingMode: 'none',
        sendFocusMode: false,
      });
      expect(terminal.text().includes('an internal error. Error: boom')).toBe(way === 'a fault');
    }
    expect(isAlive(pid)).toBe(false);
  } finally {
    await opened.close();
  }
}

const isHangUp = ([, way]: (typeof CASES)[number]) => way === 'a hang-up';

describe.concurrent('the terminal is restored, and no process remains', { tags: 'program' }, () => {
  test.each(CASES.filter(each => !isHangUp(each)))(
    'ending: screen "%s", %s: the terminal is restored, and no process remains',
    { timeout: 30_000 * pace },
    endsWell,
  );
});

// In sequence: while the harness opens other terminals it may still hold this one, and then no hang-up
// arrives.
describe('the process ends with its terminal', { tags: 'program' }, () => {
  test.each(CASES.filter(isHangUp))(
    'ending: screen "%s", %s: the process ends with its terminal',
    { timeout: 30_000 * pace },
    endsWell,
  );
});
