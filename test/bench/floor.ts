import { quantile } from './figures.ts';
import { presses } from './keyboard.ts';
import { openSession } from './session.ts';

const KEYS = 40;

/**
 * Measures the benchmark itself: the start of a shell that prints a letter, and a key that the terminal
 * echoes.
 */
export async function floor(): Promise<{
  readonly startMs: number;
  readonly keyMs: number;
  readonly p99Ms: number;
}> {
  const session = await openSession({ argv: ['sh', '-c', 'printf x; exec cat'] });
  try {
    const startMs = await session.until(text => text.includes('x'));
    const all = await presses(
      session,
      Array.from({ length: KEYS }, () => 'x'),
      { quietMs: 10, answerMs: 500 },
    );
    const times = all.flatMap(({ ms }) => ms ?? []);
    return { startMs, keyMs: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
  } finally {
    await session.close();
  }
}
