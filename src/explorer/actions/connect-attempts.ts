import { type SafeText, safe } from '../../text/sanitise.ts';
import { keyName } from '../state/key-names.ts';
import { type Connect, type ConnectionRequest, formWithHint, type LoginDialog } from '../state/login.ts';
import type { Notice, State } from '../state/state.ts';
import { type Ports, update } from '../state/store.ts';

export type NextStart = { readonly place?: string; readonly notice: SafeText };

export type Attempt = {
  /** Id of the option; undefined for a form, which stays open until its end. */
  readonly id?: string;
  readonly label: SafeText;
  readonly request: ConnectionRequest;
  readonly nextStart: (state: State) => NextStart;
};

/** Id of the attempt to renew the token. */
export const RENEWAL = 'renewal';

export const openForm = ({ dialog }: State): LoginDialog | undefined =>
  dialog?.kind === 'login' ? dialog : undefined;

/**
 * Runs one attempt to connect at a time: a new one cancels the last. Shows a failure in the form or as a
 * notice. A success switches only if nothing else was done meanwhile; otherwise the same choice switches at
 * once.
 */
export function createAttempts({ store, end }: Ports, connect: Connect) {
  let current = new AbortController();
  let isOtherKey = false;
  let ready: Attempt | undefined;
  /** Said once the open dialog is closed, after its own result. */
  let waiting: Notice | undefined;

  store.subscribe(({ dialog, notice }, before) => {
    if (dialog !== undefined || waiting === undefined) return;
    const { tone, text } = waiting;
    waiting = undefined;
    const hasResult = notice !== undefined && notice !== before.notice;
    store.setState({
      notice: hasResult ? { ...notice, text: safe`${notice.text} · ${text}` } : { tone, text },
    });
  });

  function say(notice: Notice): void {
    if (store.getState().dialog === undefined) store.setState({ notice });
    else waiting = notice;
  }

  function finish({ nextStart }: Attempt, saved?: SafeText): void {
    const state = store.getState();
    const { notice, ...place } = nextStart(state);
    const first = state.session.server === undefined ? safe`Connected.` : notice;
    end({ to: 'next', ...place, notice: saved === undefined ? notice : safe`${first} ${saved}` });
  }

  function hold(attempt: Attempt): void {
    ready = attempt;
    const key = keyName(store.getState().user.keymap, 'profile.switch');
    const how = attempt.id === RENEWAL ? safe`choose it again` : safe`${key}, Enter`;
    say({ tone: 'warn', text: safe`${attempt.label} is ready: ${how}` });
  }

  async function start(attempt: Attempt): Promise<void> {
    if (ready !== undefined && ready.id === attempt.id) return finish(ready);
    current.abort();
    current = new AbortController();
    const { signal } = current;
    [ready, waiting, isOtherKey] = [undefined, undefined, false];
    update(store, { session: { connecting: attempt.label } });
    const outcome = await connect(attempt.request, signal);
    if (signal.aborted) return;
    update(store, { session: { connecting: undefined } });
    const state = store.getState();
    const form = openForm(state);
    const isFree = form !== undefined || (state.dialog === undefined && !isOtherKey);
    if (outcome.ok) return isFree ? finish(attempt, outcome.saved) : hold(attempt);
    if (form !== undefined) store.setState({ dialog: formWithHint(form, outcome.why, outcome.field) });
    else say({ tone: 'bad', text: outcome.why });
  }

  function stop(): SafeText | undefined {
    const { connecting } = store.getState().session;
    current.abort();
    update(store, { session: { connecting: undefined } });
    return connecting && safe`Stopped connecting to ${connecting}.`;
  }

  const noteOtherKey = (): void => {
    isOtherKey = true;
  };
  return { start, stop, noteOtherKey, readyId: () => ready?.id };
}

export type Attempts = ReturnType<typeof createAttempts>;
