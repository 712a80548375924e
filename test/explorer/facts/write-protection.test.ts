import { expect, test, vi } from 'vitest';
import { deleteRefusal, writeMode, writePolicy } from '../../../src/explorer/facts/write-protection.ts';
import { barText, statusBar } from '../../../src/explorer/frame/status-bar.ts';
import { initialState, noWriteProtection } from '../../../src/explorer/state/state.ts';
import { update, withChange } from '../../../src/explorer/state/store.ts';
import { runLine, SERVER, startExplorer, writable } from '../../helpers/fake-explorer.ts';

const LOCKED = { ...noWriteProtection, isProtected: true };

test('write protection: unlocking lasts 15 minutes from the last time, then deletes are locked with a notice', () => {
  vi.useFakeTimers();
  const { explorer, state, now, pass } = startExplorer();
  update(writable(explorer.store), { session: { writeProtection: LOCKED } });
  expect(writePolicy(state().session.writeProtection, now())).toBe('locked');

  explorer.unlockDeletes();
  expect(writePolicy(state().session.writeProtection, now())).toBe('allowed');
  expect(deleteRefusal(state())).toBeUndefined();
  expect(writeMode(state())?.text).toMatch(/^UNLOCKED to \d\d:\d\d$/);

  pass(10 * 60_000);
  vi.advanceTimersByTime(10 * 60_000);
  // Unlocking again extends the time.
  explorer.unlockDeletes();
  pass(10 * 60_000);
  vi.advanceTimersByTime(10 * 60_000);
  expect(writePolicy(state().session.writeProtection, now())).toBe('allowed');

  pass(5 * 60_000);
  // The client follows the clock, even before the screen is updated.
  expect(writePolicy(state().session.writeProtection, now())).toBe('locked');
  vi.advanceTimersByTime(5 * 60_000);
  expect(writeMode(state())?.text).toBe('PROTECTED');
  expect(deleteRefusal(state())).toContain('Deletes are locked');
  expect(state().notice?.text).toContain('locked');
});

test.each([
  [{ readOnly: true }, { ...LOCKED, isDry: true }, 'RO'],
  [{}, { ...LOCKED, isDry: true }, 'DRY'],
  [{}, LOCKED, 'PROTECTED'],
  [{}, noWriteProtection, 'RW'],
] as const)(
  'write protection: while nothing is loaded the status bar shows only the effective mode of %j and %j',
  (server, writeProtection, words) => {
    const state = initialState({ ...SERVER, ...server }, { columns: 80, rows: 24 }, 1);

    expect(barText(statusBar(withChange(state, { session: { writeProtection } })))).toBe(words);
  },
);

test('write protection: a dry run simulates deletes even when they are locked', () => {
  expect(writePolicy({ ...LOCKED, isDry: true }, 1)).toBe('dry-run');
});

test('write protection: in a dry run, too, unlocking asks and locking does not', () => {
  const { explorer, state } = startExplorer();
  update(writable(explorer.store), { session: { writeProtection: { ...LOCKED, isDry: true } } });
  runLine(explorer, 'unlock');
  expect(state().dialog?.kind).toBe('unlock');

  explorer.unlockDeletes();
  runLine(explorer, 'unlock');
  expect(state()).toMatchObject({ dialog: undefined, notice: { text: 'Deletes are locked.' } });
});
