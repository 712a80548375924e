import type { Memory } from '../../storage/memory.ts';
import { placeKey } from '../state/place.ts';
import type { World } from '../state/ports.ts';
import { remembered } from '../state/recents.ts';
import { currentView } from '../state/state.ts';
import { update } from '../state/store.ts';
import { currentLoad } from '../view/content/content.ts';

/** Where recents and bookmarks are kept between runs. */
export type Keeper = { readonly contents: Memory; readonly save: (memory: Memory) => void };

/** Remembers every record that was opened, and keeps the memory whenever it has changed. */
export function startRemembering({ store, now }: World, keeper: Keeper | undefined): void {
  let seen: { readonly key: string; readonly load: unknown } | undefined;
  let kept = store.getState().user.memory;
  store.subscribe(() => {
    const state = store.getState();
    const key = placeKey(currentView(state).place);
    const load = currentLoad(state);
    if (seen?.key !== key || seen.load !== load) {
      seen = { key, load };
      const memory = remembered(state, now());
      if (memory !== state.user.memory) update(store, { user: { memory } });
    }
    const { memory } = store.getState().user;
    if (memory === kept) return;
    kept = memory;
    keeper?.save(memory);
  });
}
