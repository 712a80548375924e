import type { Failure } from '../failure.ts';
import { deleteOutcome } from '../failure.ts';
import { resourceOf } from '../resources/index.ts';
import type { Ref, Resource } from '../resources/resource.ts';
import { ownIdName } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { cutMiddle } from '../text/width.ts';
import type { Reading } from './reading.ts';
import { refusal, removing, withoutRecord } from './removal.ts';
import { currentView, type Removing, type State } from './state.ts';
import type { World } from './world.ts';

/** Deleting one record: read it again, ask for the typed token, send one DELETE, tell the truth about it. */
export type Remover = {
  readonly ask: (ref: Ref) => void;
  /** Enter in the dialog. `alone`: the key was the only one of its read. */
  readonly confirm: (alone: boolean) => void;
};

const READ_ONLY = safe`Read-only: start without --read-only to be able to delete.`;

export function createRemover(world: World, reading: Reading): Remover {
  const { store, client, now } = world;

  /** Changes the dialog, if it is still the one about this record; true when it was. */
  function change(ref: Ref, next: (dialog: Removing) => Partial<State>): boolean {
    const dialog = store.getState().overlay;
    const isOpen = dialog?.is === 'remove' && dialog.ref === ref;
    if (isOpen) store.setState({ ...next(dialog), now: now() });
    return isOpen;
  }

  /** Out of the dialog about a record that is gone; what is below it may never have been read. */
  function leave(ref: Ref, resource: Resource, text: SafeText): void {
    if (change(ref, () => gone(store.getState(), { ref, resource }, text)))
      reading.load(currentView(store.getState()).place);
  }

  async function ask(ref: Ref): Promise<void> {
    const resource = resourceOf(ref.kind);
    if (store.getState().server?.readOnly) return store.setState(closed(READ_ONLY));
    const dialog = removing(store.getState(), resource, { ref, now: now() });
    const reads = resource.read !== undefined;
    store.setState({ overlay: { ...dialog, phase: reads ? 'reading' : 'asking' } });
    if (!reads) return;
    const outcome = await reading.readAgain(ref);
    if (!outcome.ok && outcome.failure.kind === 'not-found') {
      if (resource.absent === undefined)
        leave(ref, resource, safe`It was already gone (404). Nothing was sent to delete it.`);
      else change(ref, () => closed(safe`404: ${resource.absent}`));
      return;
    }
    const failed = outcome.ok ? {} : { failure: outcome.failure };
    change(ref, () => ({ overlay: removing(store.getState(), resource, { ref, now: now(), ...failed }) }));
  }

  function confirm(alone: boolean): void {
    const dialog = store.getState().overlay;
    if (dialog?.is !== 'remove') return;
    const hint = refusal(dialog, now(), alone);
    // A refused Enter starts the wait anew: one that is held down never gets past it.
    if (hint !== undefined) store.setState({ overlay: { ...dialog, hint, typedAt: now() } });
    else void send(dialog);
  }

  async function send({ ref, name }: Removing): Promise<void> {
    const resource = resourceOf(ref.kind);
    const { remove } = resource;
    if (client === undefined || remove === undefined) return;
    change(ref, dialog => ({
      overlay: { ...withoutFailure(dialog), phase: 'sending', wasSent: true, since: now() },
    }));
    const outcome = await client.send(remove.operation, ref.ids);
    const what = named(resource, ref, name);
    if (outcome.ok) leave(ref, resource, safe`Deleted ${what}.`);
    else await settle(ref, resource, { failure: outcome.failure, what });
  }

  /** After a delete that did not answer 2xx: surely not done, already gone, or unknown and then read again. */
  async function settle(
    ref: Ref,
    resource: Resource,
    { failure, what }: { failure: Failure; what: SafeText },
  ): Promise<void> {
    const outcome = deleteOutcome(failure);
    if (outcome === 'gone') return leave(ref, resource, safe`${what} was already gone (404).`);
    if (outcome === 'not-done') {
      change(ref, dialog => refused(dialog, failure, safe`Nothing was deleted.`));
      return;
    }
    change(ref, dialog => ({ overlay: { ...dialog, phase: 'checking', since: now() } }));
    const again = resource.read === undefined ? undefined : await reading.readAgain(ref);
    if (again !== undefined && !again.ok && again.failure.kind === 'not-found') {
      leave(ref, resource, safe`Deleted ${what}: the answer was lost, but it is gone (404).`);
      return;
    }
    const words = again?.ok
      ? safe`Not deleted: it is still there.`
      : safe`Outcome unknown: it may or may not be deleted. Nothing is sent again by itself.`;
    change(ref, dialog => refused(dialog, failure, words));
  }

  // Every dialog has an address object of its own, so that an answer for a closed one changes no other.
  return { ask: ref => void ask({ ...ref }), confirm };
}

/** The state without the record and its dialog. */
function gone(
  state: State,
  { ref, resource }: { ref: Ref; resource: Resource },
  text: SafeText,
): Partial<State> {
  return { ...withoutRecord(state, ref, resource), overlay: undefined, notice: { tone: 'good', text } };
}

/** No dialog, and why not. */
function closed(text: SafeText): Partial<State> {
  return { overlay: undefined, notice: { tone: 'warn', text } };
}

/** The dialog after a delete that did not happen or is not known: what was typed is gone, so it is typed anew. */
function refused(dialog: Removing, failure: Failure, hint: SafeText): Partial<State> {
  return { overlay: { ...dialog, phase: 'asking', failure, hint, editor: { parts: [], at: 0 } } };
}

function withoutFailure({ failure: _failure, hint: _hint, ...dialog }: Removing): Removing {
  return dialog;
}

/** `bot support-prod (9f3c…)`. */
function named(resource: Resource, ref: Ref, name: SafeText): SafeText {
  const kind = clean(resource.title.toLowerCase());
  const own = clean(ref.ids[ownIdName(resource)] ?? '');
  const id = cutMiddle(own, 13);
  return name === own ? safe`${kind} ${id}` : safe`${kind} ${cutMiddle(name, 30)} (${id})`;
}
