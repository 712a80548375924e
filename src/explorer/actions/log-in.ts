import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import { scopeDialog } from '../state/dialogs.ts';
import {
  type Connect,
  fieldsOf,
  formWithHint,
  isComplete,
  type LoginDialog,
  type LoginOption,
  loginForm,
  misplacedText,
  missingFields,
  proposedName,
} from '../state/login.ts';
import { placeText } from '../state/place-text.ts';
import { currentView, type State } from '../state/state.ts';
import type { Ports } from '../state/store.ts';
import { editorText } from '../state/text-field.ts';
import {
  type Attempt,
  type Attempts,
  createAttempts,
  type NextStart,
  openForm,
  RENEWAL,
} from './connect-attempts.ts';

/** Switches between servers and logins, through the login form where something is missing. */
export type LoginActions = {
  /** Connects with an option; opens its form if something is missing, or if `isFormForced`. */
  readonly logInWith: (id: string, isFormForced?: boolean) => void;
  /** Opens the choice of logins. */
  readonly chooseLogin: () => void;
  /** Opens the form for another token of the present connection. */
  readonly openTokenForm: () => void;
  readonly renewToken: () => void;
  /** Changes the typed token, which is not part of the state. */
  readonly typeToken: (change: (token: string) => string) => void;
  /** Connects with the values of the form. */
  readonly logIn: () => void;
  /** Closes the form and cancels its attempt. */
  readonly cancelLogin: () => void;
  /** Ends the attempt that is under way; returns a sentence about it. */
  readonly stopLogin: () => SafeText | undefined;
  /** Records that a person did something else: then an attempt under way does not switch by itself. */
  readonly noteOtherKey: () => void;
};

type Store = Ports['store'];
const markedCount = ({ data: { marks } }: State): number =>
  Object.values(marks).reduce((count, { size }) => count + size, 0);

/** Returns the notice after connecting to another server; it counts the marks that are lost. */
function switchText(state: State, label: SafeText): SafeText {
  const count = markedCount(state);
  const marks = count === 0 ? safe`` : safe`; ${counted(count, safe`mark`)} cleared`;
  const words = state.session.server === undefined ? safe`Connected to` : safe`Now on`;
  return safe`${words} ${label}${marks}.`;
}

/** Returns the current place, to return to after reconnecting. */
function currentPlace(state: State): { readonly place?: string } {
  const view = currentView(state);
  const place = placeText(view.place, view);
  return place === undefined ? {} : { place };
}

/** Creates the actions of the form. Only this function holds the typed token. */
function createForm(store: Store, { start, stop }: Attempts) {
  let token = '';

  function show(form: LoginDialog): void {
    token = '';
    store.setState({ dialog: form, notice: undefined });
  }

  function typeToken(change: (token: string) => string): void {
    const open = openForm(store.getState());
    if (open === undefined || open.phase === 'testing') return;
    token = change(token);
    const { hint: _hint, ...form } = open;
    store.setState({ dialog: { ...form, tokenLength: token.length } });
  }

  /** Returns the attempt to connect with the values of a form. */
  function attemptOf(form: LoginDialog): Attempt {
    const state = store.getState();
    const typed = token.trim();
    const { label } = form.option;
    if (form.isTokenOnly) {
      const nextStart = { ...currentPlace(state), notice: safe`Another token, for this session only.` };
      return { label, request: { kind: 'token', token: typed }, nextStart: () => nextStart };
    }
    const { option, tokenStorage, protect } = form;
    const address = editorText(form.address).trim();
    const workspace = editorText(form.workspace).trim();
    const command = editorText(form.command).trim();
    return {
      label,
      request: {
        kind: 'form',
        id: option.id,
        address,
        workspace,
        token: typed,
        command,
        tokenStorage,
        profile: editorText(form.profile).trim() || proposedName(form, state.user.logins),
        protect,
      },
      nextStart: now => ({ notice: switchText(now, clean(address, 60)) }),
    };
  }

  function logIn(): void {
    const open = openForm(store.getState());
    if (open === undefined || open.phase === 'testing') return;
    const { hint: _hint, ...form } = open;
    const [missing] = missingFields(form);
    if (missing !== undefined)
      return store.setState({ dialog: formWithHint(form, safe`Required.`, missing) });
    for (const field of fieldsOf(form)) {
      const problem = misplacedText(form, field, token);
      if (problem !== undefined) return store.setState({ dialog: formWithHint(form, problem, field) });
    }
    store.setState({ dialog: { ...form, phase: 'testing' } });
    void start(attemptOf(form));
  }

  function cancelLogin(): void {
    const text = stop();
    token = '';
    store.setState({ dialog: undefined, ...(text === undefined ? {} : { notice: { tone: 'plain', text } }) });
  }

  return { show, typeToken, logIn, cancelLogin };
}

export function createLoginActions(ports: Ports, connect: Connect): LoginActions {
  const { store } = ports;
  const attempts = createAttempts(ports, connect);
  const { show, ...form } = createForm(store, attempts);

  const optionNamed = (id: string): LoginOption | undefined =>
    store.getState().user.logins.options.find(each => each.id === id);

  function logInWith(id: string, isFormForced = false): void {
    const option = optionNamed(id);
    if (option === undefined) return;
    if (isFormForced || !isComplete(option)) return show(loginForm(option));
    const { label, name = label } = option;
    store.setState({ dialog: undefined, notice: { tone: 'plain', text: safe`Connecting to ${label} …` } });
    const nextStart = (state: State): NextStart => ({ notice: switchText(state, label) });
    void attempts.start({ id, label: name, request: { kind: 'option', id }, nextStart });
  }

  function chooseLogin(): void {
    const { session, user } = store.getState();
    const { options, current } = user.logins;
    const isDemo = session.server?.demo === true;
    if (options.length === 0 && isDemo)
      return store.setState({ notice: { tone: 'warn', text: safe`No other profile or login found.` } });
    // The demo is the last row.
    const ids = [...options.map(({ id }) => id), 'demo'];
    const inUse = isDemo ? 'demo' : current;
    const ready = ids.indexOf(attempts.readyId() ?? '');
    const choice = ready < 0 ? ids.findIndex(id => id !== inUse) : ready;
    store.setState({ dialog: scopeDialog('logins', choice) });
  }

  function openTokenForm(): void {
    const typed = optionNamed('typed');
    if (typed === undefined) return;
    show({ ...loginForm(typed), isTokenOnly: true, tokenStorage: 'session', field: 'token' });
  }

  function renewToken(): void {
    const place = currentPlace(store.getState());
    store.setState({
      dialog: undefined,
      notice: { tone: 'plain', text: safe`Refreshing the token …` },
    });
    const nextStart = (): NextStart => ({ ...place, notice: safe`Token refreshed.` });
    void attempts.start({ id: RENEWAL, label: safe`The new token`, request: { kind: 'renewal' }, nextStart });
  }

  const { stop: stopLogin, noteOtherKey } = attempts;
  return { logInWith, chooseLogin, openTokenForm, renewToken, stopLogin, noteOtherKey, ...form };
}
