import { describe, expect, test, vi } from 'vitest';
import { type ExplorerRun, expectRestored, openExplorer } from '../helpers/explorer.ts';
import { atRest, take } from '../helpers/journey.ts';
import { pace } from '../helpers/pace.ts';
import { preload } from '../helpers/preload.ts';
import { isAlive } from '../helpers/program.ts';

// Throws on SIGUSR2: no internal error can be caused from outside.
const FAULT = preload("process.on('SIGUSR2', () => { throw new Error('boom'); });");

type Steps = readonly Parameters<typeof take<ExplorerRun>>[1][];

const ON_LIST = ['', 'support-prod'] as const;
const isPrimary = ({ terminal }: ExplorerRun) => terminal.waitFor(() => !terminal.altScreen());

const MOMENTS: Readonly<Record<string, Steps>> = {
  start: [['', '─ Bots']],
  list: [ON_LIST],
  record: [ON_LIST, ['Enter', 'registration_failed']],
  loading: [ON_LIST, 'GET /v1/* hang', ['r', 'loading']],
  'command field': [ON_LIST, [':abc', ':abc']],
  'delete dialog': [ON_LIST, ['Ctrl-D', 'Nothing deleted yet'], ['x']],
  help: [ON_LIST, ['?', 'Esc closes']],
  menu: [ON_LIST, ['C', 'copy the API path']],
  // Nothing shows that it was read, and the next input must not be part of the same read.
  'half a paste': [ON_LIST, ['`\x1b[200~half a pas`'], atRest, atRest, atRest, atRest],
  resizing: [ON_LIST, ['40x10 100x30']],
  suspended: [ON_LIST, ['`\x1a`'], isPrimary],
  pager: [ON_LIST, ['y', ' createdAt: '], ['`|`'], isPrimary],
};

const signal =
  (name: NodeJS.Signals) =>
  ({ terminal }: ExplorerRun) =>
    terminal.kill(name);

const WAYS: Readonly<Record<string, readonly [code: number, ...steps: Steps]>> = {
  'q until it ends': [0, ({ terminal }) => terminal.press('q', 'q', 'q', 'q').catch(() => undefined)],
  'ctrl+c twice': [0, ['`\x03`'], atRest, ['`\x03`']],
  SIGTERM: [143, signal('SIGTERM')],
  SIGINT: [130, signal('SIGINT')],
  SIGHUP: [129, signal('SIGHUP')],
  SIGQUIT: [131, signal('SIGQUIT')],
  'a fault': [70, signal('SIGUSR2')],
  'a hang-up': [129, ({ terminal }) => terminal.hangUp()],
};

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];
const QUITTING = ['start', 'list', 'record', 'resizing'];

/** All screens, each with several endings, so that each ending meets many screens. */
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

async function endsWell(moment: string, way: string): Promise<void> {
  const opened = await openExplorer({
    shell: true,
    title: 'the shell',
    env: { ...FAULT, PAGER: 'tail -f', BOTSCOPE_TITLE: '1' },
  });
  const { terminal } = opened;
  try {
    await terminal.waitFor(() => terminal.altScreen());
    await take(opened, ...(MOMENTS[moment] ?? []));
    const pid = terminal.pid();
    const [code, ...end] = WAYS[way] ?? [-1];
    await take(opened, ...end);

    if (way === 'a hang-up')
      await vi.waitFor(() => expect(terminal.code()).toBe(code), { timeout: 15_000 * pace });
    else {
      expect((await terminal.exit).code).toBe(code);
      expectRestored(terminal);
      expect(terminal.title()).toBe('the shell');
      expect(terminal.modes().sendFocusMode).toBe(false);
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
    endsWell,
  );
});

// In sequence: while the harness opens other terminals it may still hold this one, and then no hang-up
// arrives.
describe('the process ends with its terminal', { tags: 'program' }, () => {
  test.each(CASES.filter(isHangUp))('ending: screen "%s", %s: the process ends with its terminal', endsWell);
});
