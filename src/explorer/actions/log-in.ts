import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import { newScopeDialog } from '../state/dialogs.ts';
import { keyIn } from '../state/key-names.ts';
import {
  type Connect,
  type ConnectionRequest,
  fieldsOf,
  formWithHint,
  isComplete,
  type LoginDialog,
  loginForm,
  misplacedText,
  missingFields,
  proposedName,
} from '../state/login.ts';
import { placeText } from '../state/place-text.ts';
import { currentView, type Notice, type State } from '../state/state.ts';
import { type Ports, update } from '../state/store.ts';
import { editorText } from '../state/text-field.ts';

type Attempt = Readonly<{
  id?: string;
  label: SafeText;
  request: ConnectionRequest;
  nextStart: (state: State) => Readonly<{ place?: string; notice: SafeText }>;
}>;

const RENEWAL = 'renewal';

const openForm = ({ dialog }: State) => (dialog?.kind === 'login' ? dialog : undefined);

function switchText({ data: { marks }, session: { server } }: State, label: SafeText): SafeText {
  const count = Object.values(marks).reduce((sum, { size }) => sum + size, 0);
  const lost = count > 0 && safe`; ${counted(count, safe`mark`)} cleared`;
  return safe`${server === undefined ? safe`Connected to` : safe`Now on`} ${label}${lost}.`;
}

function currentPlace(state: State): { readonly place?: string } {
  const view = currentView(state);
  const place = placeText(view.place, view);
  return place === undefined ? {} : { place };
}

/** A new attempt cancels the last. One that succeeds switches only if nothing else was done meanwhile. */
function createAttempts({ store, end }: Ports, connect: Connect) {
  let current = new AbortController();
  let isOtherKey = false;
  let ready: Attempt | undefined;
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

  function notify(notice: Notice): void {
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
    const key = keyIn(store.getState(), 'profile.switch');
    const how = attempt.id === RENEWAL ? safe`choose it again` : safe`${key}, Enter`;
    notify({ tone: 'warn', text: safe`${attempt.label} is ready: ${how}` });
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
    else notify({ tone: 'bad', text: outcome.why });
  }

  return {
    start,
    readyId: () => ready?.id,
    stopLogin: (): SafeText | undefined => {
      const { connecting } = store.getState().session;
      current.abort();
      update(store, { session: { connecting: undefined } });
      return connecting && safe`Stopped connecting to ${connecting}.`;
    },
    noteOtherKey: (): void => {
      isOtherKey = true;
    },
  };
}

type Attempts = ReturnType<typeof createAttempts>;

/** Only this function holds the typed token. */
function createForm({ store }: Pick<Ports, 'store'>, { start, stopLogin }: Attempts) {
  let token = '';

  function editedForm(): LoginDialog | undefined {
    const open = openForm(store.getState());
    if (open === undefined || open.phase === 'testing') return undefined;
    const { hint: _hint, ...form } = open;
    return form;
  }

  function attemptOf(form: LoginDialog): Attempt {
    const state = store.getState();
    const typed = token.trim();
    const { option, isTokenOnly, tokenStorage, protect } = form;
    const { id, label } = option;
    if (isTokenOnly) {
      const nextStart = { ...currentPlace(state), notice: safe`Another token, for this session only.` };
      return { label, request: { kind: 'token', token: typed }, nextStart: () => nextStart };
    }
    const textOf = (field: 'address' | 'workspace' | 'command' | 'profile') => editorText(form[field]).trim();
    const [address, workspace, command] = [textOf('address'), textOf('workspace'), textOf('command')];
    const profile = textOf('profile') || proposedName(form, state.user.logins);
    const values = { address, workspace, command, profile, token: typed, tokenStorage, protect };
    const nextStart = (now: State) => ({ notice: switchText(now, clean(address, 60)) });
    return { label, request: { kind: 'form', id, ...values }, nextStart };
  }

  return {
    show: (form: LoginDialog): void => {
      token = '';
      store.setState({ dialog: form, notice: undefined });
    },
    typeToken: (change: (token: string) => string): void => {
      const form = editedForm();
      if (form === undefined) return;
      token = change(token);
      store.setState({ dialog: { ...form, tokenLength: token.length } });
    },
    logIn: (): void => {
      const form = editedForm();
      if (form === undefined) return;
      const missing = missingFields(form);
      for (const field of [...missing, ...fieldsOf(form)]) {
        const why = missing.includes(field) ? safe`Required.` : misplacedText(form, field, token);
        if (why !== undefined) return store.setState({ dialog: formWithHint(form, why, field) });
      }
      store.setState({ dialog: { ...form, phase: 'testing' } });
      void start(attemptOf(form));
    },
    cancelLogin: (): void => {
      const text = stopLogin();
      token = '';
      store.setState({ dialog: undefined, ...(text && { notice: { tone: 'plain', text } }) });
    },
  };
}

export function createLoginActions(ports: Ports, connect: Connect) {
  const { store } = ports;
  const { start, readyId, ...attempts } = createAttempts(ports, connect);
  const { show, ...form } = createForm(ports, { start, readyId, ...attempts });
  const optionNamed = (id: string) => store.getState().user.logins.options.find(each => each.id === id);
  const connecting = (text: SafeText): void =>
    store.setState({ dialog: undefined, notice: { tone: 'plain', text } });

  return {
    ...attempts,
    ...form,
    logInWith: (id: string, isFormForced = false): void => {
      const option = optionNamed(id);
      if (option === undefined) return;
      if (isFormForced || !isComplete(option)) return show(loginForm(option));
      const { label, name = label } = option;
      connecting(safe`Connecting to ${label} …`);
      const nextStart = (state: State) => ({ notice: switchText(state, label) });
      void start({ id, label: name, request: { kind: 'option', id }, nextStart });
    },
    chooseLogin: (): void => {
      const { session, user } = store.getState();
      const { options, current } = user.logins;
      const isDemo = session.server?.demo === true;
      if (options.length === 0 && isDemo)
        return store.setState({ notice: { tone: 'warn', text: safe`No other profile or login found.` } });
      const ids = [...options.map(({ id }) => id), 'demo'];
      const ready = ids.indexOf(readyId() ?? '');
      const choice = ready < 0 ? ids.findIndex(id => id !== (isDemo ? 'demo' : current)) : ready;
      store.setState({ dialog: newScopeDialog('profile.switch', choice) });
    },
    openTokenForm: (): void => {
      const typed = optionNamed('typed');
      if (typed !== undefined)
        show({ ...loginForm(typed), isTokenOnly: true, tokenStorage: 'session', field: 'token' });
    },
    renewToken: (): void => {
      const nextStart = { ...currentPlace(store.getState()), notice: safe`Token refreshed.` };
      connecting(safe`Refreshing the token …`);
      const label = safe`The new token`;
      void start({ id: RENEWAL, label, request: { kind: 'renewal' }, nextStart: () => nextStart });
    },
  };
}
