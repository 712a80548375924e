import { expect, test, vi } from 'vitest';
import { untilInForeground } from '../../../src/terminal/process/job-control.ts';

const isBehind = { value: true };
vi.mock('node:fs', async original => ({
  ...(await original<object>()),
  readFileSync: () => `7 (node) S 1 7 7 34816 ${isBehind.value ? 1 : 7}`,
}));

test.runIf(process.platform === 'linux')(
  'job control: a SIGTERM that a shell sends with SIGCONT is heard before the program stops again',
  async () => {
    vi.useFakeTimers();
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    const inForeground = untilInForeground();

    await vi.advanceTimersByTimeAsync(40);
    expect(kill).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20);
    expect(kill.mock.calls).toEqual([[0, 'SIGTTOU']]);

    isBehind.value = false;
    process.emit('SIGCONT');
    await inForeground;
    expect(kill).toHaveBeenCalledTimes(1);
  },
);
