import { type DeleteResult, deleteOne } from '../../../deletion/delete.ts';
import { failureOf, isGone, missingWords, resultWords } from '../../../deletion/results.ts';
import type { Failure } from '../../../failure.ts';
import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref, Resource } from '../../../resources/resource.ts';
import type { GoneReason } from '../../../storage/memory.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cutMiddle } from '../../../text/width.ts';
import type { Removing } from '../../state/dialogs.ts';
import type { World } from '../../state/ports.ts';
import { currentView, knownRecord, type State } from '../../state/state.ts';
import { type StateChange, update } from '../../state/store.ts';
import { emptyEditor } from '../../state/text-field.ts';
import { whyNoDialog } from '../../view/write-protection.ts';
import type { Reading } from '../load/load.ts';
import { receiptOf } from './report.ts';
import { goneBy, keptIn, refusal, removing, withoutRecord } from './rules.ts';

/** Deleting one record: read it again, ask for the typed token, send one DELETE, tell the truth about it. */
export type Remover = {
  readonly ask: (ref: Ref) => void;
  /** Enter in the dialog. `alone`: the key was the only one of its read. */
  readonly confirm: (alone: boolean) => void;
  /** Resolves when no delete is under way any more. */
  readonly haltOne: () => Promise<void>;
};

/** The dialog as it opens, from what is known now. */
function newDialog({ store, keeping, now }: World, about: { ref: Ref; failure?: Failure }): Removing {
  const state = store.getState();
  const resource = resourceOf(about.ref.kind);
  return { ...removing(state, resource, { ...about, now: now() }), ...keptIn(keeping, state) };
}

export function createRemover(world: World, reading: Reading): Remover {
  const { store, client, keeping, now } = world;
  // The journal and the backups have the system's own time.
  const means = { ...keeping, readAgain: reading.readAgain, now: Date.now };
  let running: Promise<void> = Promise.resolve();

  /** Changes the dialog, if it is still the one about this record; true when it was. */
  function change(ref: Ref, next: (dialog: Removing) => StateChange): boolean {
    const dialog = store.getState().dialog;
    const isOpen = dialog?.kind === 'remove' && dialog.ref === ref;
    if (isOpen) update(store, { ...next(dialog), session: { now: now() } });
    return isOpen;
  }

  /** Out of the dialog about a record that is gone; what is below it may never have been read. */
  function leave(ref: Ref, text: SafeText, how?: GoneReason): void {
    if (change(ref, () => gone(store.getState(), { ref, how }, text)))
      reading.load(currentView(store.getState()).place);
  }

  async function ask(ref: Ref): Promise<void> {
    const resource = resourceOf(ref.kind);
    const held = whyNoDialog(store.getState(), now());
    if (held !== undefined) return update(store, closed(held));
    const dialog = newDialog(world, { ref });
    const reads = resource.read !== undefined;
    store.setState({ dialog: { ...dialog, phase: reads ? 'reading' : 'asking' } });
    if (!reads) return;
    const wasSeen = knownRecord(store.getState(), ref) !== undefined;
    const outcome = await reading.readAgain(ref);
    if (!outcome.ok && outcome.failure.kind === 'not-found') {
      const words = absentWords(ref.kind, wasSeen);
      if (wasSeen && resource.missingHint === undefined) leave(ref, words);
      else change(ref, () => closed(words));
      return;
    }
    const failed = outcome.ok ? {} : { failure: outcome.failure };
    // What was typed meanwhile stays: no key is lost. The waits of the dialog begin anew.
    change(ref, ({ editor }) => ({ dialog: { ...newDialog(world, { ref, ...failed }), editor } }));
  }

  function confirm(alone: boolean): void {
    const dialog = store.getState().dialog;
    if (dialog?.kind !== 'remove') return;
    const hint = whyNoDialog(store.getState(), now()) ?? refusal(dialog, now(), alone);
    // A refused Enter starts the wait anew: one that is held down never gets past it.
    if (hint !== undefined) store.setState({ dialog: { ...dialog, hint, typedAt: now() } });
    else running = send(dialog);
  }

  async function send({ ref, name }: Removing): Promise<void> {
    if (client === undefined) return;
    const state = store.getState();
    const { isDry } = state.session.writeProtection;
    const record = knownRecord(state, ref);
    change(ref, dialog => ({
      dialog: { ...withoutFailure(dialog), phase: 'sending', wasSent: true, since: now() },
    }));
    const onCheck = (): void =>
      void change(ref, dialog => ({ dialog: { ...dialog, phase: 'checking', since: now() } }));
    const result = await deleteOne({ ref, record }, { ...means, client, onCheck, isDry });
    const resource = resourceOf(ref.kind);
    const words = resultWords(result, { kind: ref.kind, what: named(resource, ref, name) });
    if (result.end === 'played')
      return void change(ref, () => ({ dialog: undefined, notice: { tone: 'good', text: words } }));
    // Conversations cannot be read: a receipt shows what was sent and answered.
    const hasReceipt = resource.read === undefined && (isGone(result) || result.end === 'missing');
    if (isGone(result)) leave(ref, words, goneBy(result));
    else if (!hasReceipt) change(ref, dialog => refused(dialog, result, words));
    if (hasReceipt)
      store.setState({ dialog: receiptOf({ ref, name }, result, { now: now(), words }), notice: undefined });
  }

  // Every dialog has an address object of its own, so that an answer for a closed one changes no other.
  return { ask: ref => void ask({ ...ref }), confirm, haltOne: () => running };
}

/** The state without the record and its dialog. */
function gone(
  state: State,
  { ref, how }: { ref: Ref; how: GoneReason | undefined },
  text: SafeText,
): StateChange {
  return { ...withoutRecord(state, ref, how), dialog: undefined, notice: { tone: 'good', text } };
}

/** Returns why no DELETE is sent for a record whose read answers 404. */
function absentWords(kind: string, wasSeen: boolean): SafeText {
  const { missingHint } = resourceOf(kind);
  if (missingHint !== undefined) return safe`404: ${missingHint}`;
  return wasSeen ? safe`It was already gone (404). Nothing was sent to delete it.` : missingWords(kind);
}

/** No dialog, and why not. */
function closed(text: SafeText): StateChange {
  return { dialog: undefined, notice: { tone: 'warn', text } };
}

/** The dialog after a delete that did not happen or is not known: what was typed is gone, so it is typed anew. */
function refused(dialog: Removing, result: DeleteResult, hint: SafeText): StateChange {
  const failure = failureOf(result);
  const shown = failure === undefined ? {} : { failure };
  return { dialog: { ...dialog, phase: 'asking', ...shown, hint, editor: emptyEditor } };
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
