import type { RemovingMany, Victim } from './removing-many.ts';
import type { World } from './world.ts';

/** The dialog that deletes several, as its parts see and change it. When it is closed, changes do nothing. */
export type BulkDialog = {
  readonly present: () => RemovingMany | undefined;
  readonly change: (next: (dialog: RemovingMany) => Partial<RemovingMany>) => void;
  /** Begins a phase; what was said before is gone. */
  readonly enter: (phase: RemovingMany['phase'], rest?: Partial<RemovingMany>) => void;
  /** Changes one of the victims. */
  readonly put: (at: number, part: Partial<Victim>) => void;
};

export function bulkDialog({ store, now }: Pick<World, 'store' | 'now'>): BulkDialog {
  function present(): RemovingMany | undefined {
    const { overlay } = store.getState();
    return overlay?.is === 'remove-many' ? overlay : undefined;
  }

  function change(next: (dialog: RemovingMany) => Partial<RemovingMany>): void {
    const dialog = present();
    if (dialog !== undefined) store.setState({ overlay: { ...dialog, ...next(dialog) }, now: now() });
  }

  return {
    present,
    change,
    enter: (phase, rest = {}) => {
      const dialog = present();
      if (dialog === undefined) return;
      const { hint: _hint, ...kept } = dialog;
      store.setState({ overlay: { ...kept, phase, since: now(), ...rest }, now: now() });
    },
    put: (at, part) =>
      change(({ victims }) => ({
        victims: victims.map((victim, index) => (index === at ? { ...victim, ...part } : victim)),
      })),
  };
}
