import { STALE_MS } from './bar.ts';
import { currentLoad } from './surface.ts';
import type { World } from './world.ts';

/** Wakes once, when what is on the screen begins to count as old; else the screen of a resting explorer rests. */
export function startAgeing({ store, now }: Pick<World, 'store' | 'now'>): void {
  let timer: NodeJS.Timeout | undefined;
  let due: number | undefined;
  store.subscribe(state => {
    const at = currentLoad(state)?.last?.at;
    const next = at === undefined ? undefined : at + STALE_MS;
    if (next === due) return;
    due = next;
    clearTimeout(timer);
    if (next === undefined || next <= now()) return;
    timer = setTimeout(() => store.setState({ now: now() }), next - now());
    timer.unref();
  });
}
