import type { Ports } from '../state/ports.ts';
import { update } from '../state/store.ts';
import { withStepTicked } from '../view/tour.ts';

const MAX_BREADCRUMBS = 20;

/** Ids of the last commands, oldest first, for crash reports. */
export type Breadcrumbs = {
  readonly add: (id: string) => void;
  readonly last: () => readonly string[];
};

export function createBreadcrumbs(): Breadcrumbs {
  let ids: readonly string[] = [];
  return {
    add: id => {
      ids = [...ids.slice(1 - MAX_BREADCRUMBS), id];
    },
    last: () => ids,
  };
}

/** Records commands, and shows the tour of the demo. */
export type TourActions = {
  /** Records a command for crash reports and ticks its step of the tour. */
  readonly recordCommand: (id: string) => void;
  readonly toggleTour: () => void;
};

export const createTourActions = (
  { store }: Pick<Ports, 'store'>,
  breadcrumbs: Breadcrumbs,
): TourActions => ({
  recordCommand: id => {
    breadcrumbs.add(id);
    const state = store.getState();
    const next = withStepTicked(state, id);
    if (next !== state.session.tour) update(store, { session: { tour: next } });
  },
  toggleTour: () =>
    update(store, ({ session: { tour } }) =>
      tour === undefined ? {} : { session: { tour: { ...tour, isShown: !tour.isShown } } },
    ),
});
