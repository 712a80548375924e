import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { isNarrow } from '../../facts/layout.ts';
import { blank, type Span, type Spans, span } from '../../facts/line.ts';
import { keyName } from '../../state/key-names.ts';
import {
  fieldsOf,
  type LoginDialog,
  type LoginField,
  type LoginOption,
  misplacedText,
  missingFields,
  proposedName,
  shownEditor,
  type TokenStorage,
  tokenStorages,
} from '../../state/login.ts';
import type { State } from '../../state/state.ts';
import { editorOf, editorText } from '../../state/text-field.ts';
import type { DialogCommand } from '../shared/dialog.ts';
import { type Form, type FormField, formDialog, neighbourOf } from './form.ts';

const LABELS: { readonly [F in LoginField]: SafeText } = {
  address: safe`address`,
  token: safe`token`,
  command: safe`command`,
  workspace: safe`workspace id`,
  tokenStorage: safe`Where should the token be stored?`,
  profile: safe`profile name`,
  protect: safe`protect`,
};

const STORAGE_TEXTS: { readonly [K in Exclude<TokenStorage, 'reference'>]: SafeText } = {
  file: safe`in its own file that only you can read (0600)`,
  command: safe`fetch it with a command (pass, op, security, secret-tool)`,
  session: safe`this session only (not stored)`,
};

const storageText = ({ token }: LoginOption, storage: TokenStorage) =>
  storage === 'reference' ? safe`not stored: read from ${token ?? safe``} each time` : STORAGE_TEXTS[storage];

function protectSpan({ user: { keymap }, screen: { size } }: State, { protect, field }: LoginDialog): Span {
  const key = keyName(keymap, 'guard.unlock');
  const until = isNarrow(size.columns) ? key : safe`you press ${key} and type the profile name`;
  return span(
    safe`${protect ? safe`[x]` : safe`[ ]`} lock deletes until ${until}`,
    field === 'protect' ? 'key' : 'strong',
  );
}

function fieldValue(state: State, form: LoginDialog, field: LoginField): Partial<FormField> {
  const { option, tokenStorage, tokenLength } = form;
  if (field === 'tokenStorage')
    return {
      options: tokenStorages(option).map(each => ({
        text: storageText(option, each),
        isChosen: each === tokenStorage,
      })),
    };
  if (field === 'protect') return { spans: [protectSpan(state, form)] };
  const editor = field === 'token' ? editorOf('•'.repeat(tokenLength)) : shownEditor(form[field]);
  const proposal = safe` [${clean(proposedName(form, state.user.logins))}]`;
  const count = safe`  ${counted(tokenLength, safe`character`)}`;
  const isEmpty = editorText(editor) === '';
  const beside = field === 'profile' && isEmpty ? proposal : field === 'token' && !isEmpty ? count : safe``;
  return { editor, spans: [span(beside, 'dim')] };
}

function aboutSpans({ option, tokenStorage, isTokenOnly }: LoginDialog): Spans {
  const where = safe`Saved as a profile in your settings file, without the token.`;
  const saved = isTokenOnly || tokenStorage === 'session' ? [] : [span(where, 'dim')];
  return option.warning === undefined ? saved : [...saved, span(safe`! ${option.warning}`, 'warn')];
}

function loginForm(state: State, form: LoginDialog): Form {
  const { option, hint, hintField, field: focus } = form;
  const [first, ...others] = fieldsOf(form).map(id => ({
    id,
    label: LABELS[id],
    problem: misplacedText(form, id) ?? (id === hintField ? hint : undefined),
    ...fieldValue(state, form, id),
  }));
  const source = {
    id: 'source',
    label: LABELS.token,
    spans: [span(safe`from ${option.token ?? safe``}`, 'dim')],
  };
  return {
    head: isNarrow(state.screen.size.columns) ? [] : [blank('head')],
    fields: [first, option.token === undefined ? undefined : source, ...others].filter(
      each => each !== undefined,
    ),
    focus,
    about: aboutSpans(form),
  };
}

/** The problem of the last try if it is about no field, or that nothing was sent yet. */
function loginMessage({ hint, hintField, phase }: LoginDialog): Span {
  if (phase === 'testing') return span(safe` Testing it with one request … Esc stops`, 'dim');
  if (hint !== undefined && hintField === undefined) return span(safe` ${hint}`, 'warn');
  return span(safe` The token is hidden and sent only to this address.`, 'dim');
}

const FRESH: Partial<LoginDialog> = { hint: undefined, hintField: undefined };

function accept({ changeDialog, logIn }: Explorer, form: LoginDialog): void {
  const next = missingFields(form).find(field => field !== form.field);
  const isFilled = !missingFields(form).includes(form.field);
  if (isFilled && next !== undefined) changeDialog(form, { ...FRESH, field: next });
  else logIn();
}

const isChoice = ({ field }: LoginDialog) => field === 'tokenStorage' || field === 'protect';

const moveBy = (by: number): Pick<DialogCommand<LoginDialog>, 'isInField' | 'run'> => ({
  isInField: true,
  run: ({ changeDialog }, form) =>
    changeDialog(form, { ...FRESH, field: neighbourOf(fieldsOf(form), form.field, by) }),
});

const chooseBy = (by: number): Pick<DialogCommand<LoginDialog>, 'blocked' | 'run'> => ({
  blocked: form => (isChoice(form) ? undefined : safe`Nothing to choose here.`),
  run: ({ changeDialog }, form) => {
    const { field, protect, tokenStorage, option } = form;
    const choice =
      field === 'protect'
        ? { protect: !protect }
        : { tokenStorage: neighbourOf(tokenStorages(option), tokenStorage, by) };
    changeDialog(form, { ...FRESH, ...choice });
  },
});

const loginCommands: readonly DialogCommand<LoginDialog>[] = [
  {
    id: 'login.accept',
    keys: ['enter'],
    title: safe`log in, or go to what is missing`,
    hint: safe`log in`,
    isInField: true,
    run: accept,
  },
  { id: 'login.next', keys: ['tab', 'down'], title: safe`next field`, hint: safe`next`, ...moveBy(1) },
  { id: 'login.previous', keys: ['shift+tab', 'up'], title: safe`previous field`, ...moveBy(-1) },
  {
    id: 'login.choose',
    keys: ['space', 'right'],
    title: safe`next choice`,
    hint: safe`choose`,
    ...chooseBy(1),
  },
  { id: 'login.choose-previous', keys: ['left'], title: safe`previous choice`, ...chooseBy(-1) },
];

export const loginDialog = formDialog<LoginDialog>({
  commands: loginCommands,
  busy: ({ phase }) => (phase === 'testing' ? safe`The login is tested. Esc stops.` : undefined),
  // Letters do nothing while the login is tested.
  isTyping: form => form.phase === 'testing' || !isChoice(form),
  cancel: ({ cancelLogin }) => cancelLogin(),
  title: (_state, { option }) => ({ title: safe`Log in: ${option.label}`, right: safe`Esc goes back` }),
  form: loginForm,
  type: ({ changeDialog, typeToken }, form, change) => {
    const { field } = form;
    if (field === 'tokenStorage' || field === 'protect') return;
    // The letters of a token are not shown, so they change at the end only.
    if (field === 'token') typeToken(token => editorText(change(editorOf(token))));
    else changeDialog(form, { ...FRESH, [field]: change(form[field]) });
  },
  message: (_state, form) => loginMessage(form),
  esc: safe`back`,
});
