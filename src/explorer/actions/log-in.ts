import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Choice, LoginDialog } from '../state/dialogs.ts';
import { loginForm, missingFields } from '../state/login-form.ts';
import {
  type Connect,
  type ConnectionRequest,
  isComplete,
  type LoginOption,
} from '../state/login-options.ts';
import { placeText } from '../state/place-text.ts';
import type { Ports } from '../state/ports.ts';
import { currentView, type State } from '../state/state.ts';
import { editorText } from '../state/text-field.ts';
import type { Target } from '../view/line.ts';

/** A line that leads to another server, or to another login. */
export type LoginTarget = Extract<Target, { readonly to: 'door' | 'doors' | 'token' | 'again' }>;

/** Targets of such lines. */
export type Logins = {
  /**
   * Uses a login: at once where nothing is missing, else through the form. `asks`: always through the form.
   */
  readonly enter: (id: string, asks?: boolean) => void;
  /** Opens the choice of logins. */
  readonly chooseDoor: () => void;
  readonly followLogin: (target: LoginTarget) => void;
  /** Changes the typed token, which is not part of the state. */
  readonly typeToken: (change: (token: string) => string) => void;
  /** Tries the login of the form. */
  readonly logIn: () => void;
  /** Closes the form, and cancels its attempt. */
  readonly leaveLogin: () => void;
};

type Store = Ports['store'];
/** The place and the notice after connecting. */
type Then = { readonly place?: string; readonly notice: SafeText };

const markedCount = ({ data: { marks } }: State): number =>
  Object.values(marks).reduce((count, { size }) => count + size, 0);

/** Returns the notice after connecting to another server, and what was lost by it. */
function switched(state: State, label: SafeText): SafeText {
  const count = markedCount(state);
  const marks = count === 0 ? safe`` : safe`; ${count} ${count === 1 ? safe`mark` : safe`marks`} cleared`;
  const words = state.session.server === undefined ? safe`Connected to` : safe`Now on`;
  return safe`${words} ${label}${marks}.`;
}

const KINDS: { readonly [K in LoginOption['kind']]: SafeText } = {
  profile: safe`profile`,
  login: safe`bp login`,
  environment: safe`variable`,
  typed: safe`new`,
};

const doorChoice = ({ id, kind, label, name, detail }: LoginOption): Choice => ({
  id,
  kind: KINDS[kind],
  label: name ?? label,
  detail,
  destination: { to: 'login', id },
});

const formIn = ({ dialog }: State): LoginDialog | undefined =>
  dialog?.kind === 'login' ? dialog : undefined;

/** The current place, to return to after reconnecting. */
function placeIn(state: State): { readonly place?: string } {
  const view = currentView(state);
  const place = placeText(view.place, view);
  return place === undefined ? {} : { place };
}

/** Runs one attempt at a time: a new one cancels the last. A failure is shown where the person is. */
function createTrying({ store, end }: Ports, open: Connect) {
  let trying = new AbortController();

  async function go(request: ConnectionRequest, after: Then): Promise<void> {
    trying.abort();
    const own = new AbortController();
    trying = own;
    const problem = await open(request, own.signal);
    if (own.signal.aborted) return;
    if (problem === undefined) return end({ to: 'next', ...after });
    const form = formIn(store.getState());
    if (form !== undefined) store.setState({ dialog: { ...form, phase: 'asking', hint: problem } });
    else store.setState({ notice: { tone: 'bad', text: problem } });
  }

  return { go, stop: () => trying.abort() };
}

type Trying = ReturnType<typeof createTrying>;

/** The form. It alone holds the typed token. */
function createForm(store: Store, { go, stop }: Trying) {
  let token = '';

  function show(form: LoginDialog): void {
    token = '';
    store.setState({ dialog: form, notice: undefined });
  }

  function typeToken(change: (token: string) => string): void {
    const given = formIn(store.getState());
    if (given === undefined || given.phase === 'testing') return;
    token = change(token);
    const { hint: _hint, ...form } = given;
    store.setState({ dialog: { ...form, tokenLength: token.length } });
  }

  /** Request of a form, and the notice after it. */
  function requestOf(form: LoginDialog): { readonly wish: ConnectionRequest; readonly after: Then } {
    const state = store.getState();
    const typed = token.trim();
    if (form.tokenOnly) {
      const after = { ...placeIn(state), notice: safe`Another token, for this session only.` };
      return { wish: { kind: 'token', token: typed }, after };
    }
    const { option: door, tokenStorage: keep, protect } = form;
    const address = editorText(form.address).trim();
    const workspace = editorText(form.workspace).trim();
    const command = editorText(form.command).trim();
    return {
      wish: {
        kind: 'form',
        id: door.id,
        address,
        workspace,
        token: typed,
        command,
        tokenStorage: keep,
        protect,
      },
      after: { notice: switched(state, clean(address, 60)) },
    };
  }

  function logIn(): void {
    const given = formIn(store.getState());
    if (given === undefined || given.phase === 'testing') return;
    const { hint: _hint, ...form } = given;
    const [missing] = missingFields(form);
    if (missing !== undefined)
      return store.setState({ dialog: { ...form, field: missing, hint: safe`Required.` } });
    store.setState({ dialog: { ...form, phase: 'testing' } });
    const { wish: request, after } = requestOf(form);
    void go(request, after);
  }

  function leaveLogin(): void {
    stop();
    token = '';
    store.setState({ dialog: undefined });
  }

  return { show, typeToken, logIn, leaveLogin };
}

/** `open` connects. */
export function createLogins(ports: Ports, open: Connect): Logins {
  const { store } = ports;
  const trying = createTrying(ports, open);
  const { show, ...form } = createForm(store, trying);

  const doorOf = (id: string): LoginOption | undefined =>
    store.getState().user.logins.found.find(each => each.id === id);

  function enter(id: string, asks = false): void {
    const door = doorOf(id);
    if (door === undefined) return;
    if (asks || !isComplete(door)) return show(loginForm(door));
    const notice = switched(store.getState(), door.label);
    store.setState({
      dialog: undefined,
      notice: { tone: 'plain', text: safe`Connecting to ${door.label} …` },
    });
    void trying.go({ kind: 'option', id }, { notice });
  }

  function chooseDoor(): void {
    const { found, current } = store.getState().user.logins;
    const rows = found.filter(({ id }) => id !== current).map(doorChoice);
    if (rows.length > 0) store.setState({ dialog: { kind: 'choose', topic: 'logins', rows, choice: 0 } });
    else store.setState({ notice: { tone: 'warn', text: safe`No other profile or login found.` } });
  }

  function askToken(): void {
    const typed = doorOf('typed');
    if (typed === undefined) return;
    show({ ...loginForm(typed), tokenOnly: true, tokenStorage: 'session', field: 'token' });
  }

  function obtainAgain(): void {
    const place = placeIn(store.getState());
    store.setState({
      dialog: undefined,
      notice: { tone: 'plain', text: safe`Refreshing the token …` },
    });
    void trying.go({ kind: 'renewal' }, { ...place, notice: safe`Token refreshed.` });
  }

  function followLogin(target: LoginTarget): void {
    switch (target.to) {
      case 'door':
        return enter(target.id, target.asks);
      case 'doors':
        return chooseDoor();
      case 'token':
        return askToken();
      case 'again':
        return obtainAgain();
    }
  }

  return { enter, chooseDoor, followLogin, ...form };
}
