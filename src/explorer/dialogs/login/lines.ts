import { clean, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import { wrap } from '../../../text/width.ts';
import { isNarrow } from '../../facts/layout.ts';
import { blank, type Line, type Span, span, textLine } from '../../facts/line.ts';
import { fieldSpans } from '../../facts/text-field.ts';
import type { LoginDialog, LoginField } from '../../state/dialogs.ts';
import { keyName } from '../../state/key-names.ts';
import { fieldsOf, misplacedText, proposedName, shownEditor, tokenStorages } from '../../state/login-form.ts';
import type { LoginOption, TokenStorage } from '../../state/login-options.ts';
import type { State } from '../../state/state.ts';
import { type Editor, editorText } from '../../state/text-field.ts';

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

const storageText = ({ token }: LoginOption, storage: TokenStorage): SafeText =>
  storage === 'reference' ? safe`not stored: read from ${token ?? safe``} each time` : STORAGE_TEXTS[storage];

type FormRow = { readonly field: LoginField | undefined; readonly line: Line };

/** Returns the label of a field in its column; a narrow screen has room for the first word. */
function labelText(field: LoginField, width: number): SafeText {
  const [first = ''] = LABELS[field].split(' ');
  return clean(isNarrow(width) ? first.padEnd(10) : LABELS[field].padEnd(14));
}

const label = (form: LoginDialog, field: LoginField, width: number): Span =>
  span(
    safe` ${form.field === field ? safe`▸` : safe` `} ${labelText(field, width)}`,
    form.field === field ? 'key' : 'label',
  );

/** Returns a dot for each of the first 16 characters of the token, and their number. */
function tokenSpans({ tokenLength, field }: LoginDialog): readonly Span[] {
  const dots = repeat(safe`•`, Math.min(16, tokenLength));
  const count = tokenLength === 0 ? safe`` : safe`  ${counted(tokenLength, safe`character`)}`;
  return [span(dots, 'strong'), span(field === 'token' ? safe`_` : safe``, 'strong'), span(count, 'dim')];
}

function editorSpans(form: LoginDialog, field: LoginField, editor: Editor): readonly Span[] {
  return form.field === field ? [] : [span(clean(editorText(editor), 200), 'strong')];
}

function textRow(form: LoginDialog, field: LoginField, width: number): FormRow {
  const line = (...spans: readonly Span[]): FormRow => ({
    field,
    line: textLine(field, label(form, field, width), ...spans),
  });
  if (field === 'token') return line(...tokenSpans(form));
  if (field !== 'address' && field !== 'workspace' && field !== 'command') return line();
  const editor = shownEditor(form[field]);
  return form.field === field
    ? line(...fieldSpans(editor, width - 22))
    : line(...editorSpans(form, field, editor));
}

/** Returns the field for the name of the new profile, with the proposed name while it is empty. */
function profileRow(form: LoginDialog, { user, screen: { size } }: ScreenState): FormRow {
  const { field } = form;
  const profile = shownEditor(form.profile);
  const proposal = safe`[${clean(proposedName(form, user.logins))}]`;
  const spans =
    field === 'profile' ? fieldSpans(profile, size.columns - 22) : editorSpans(form, 'profile', profile);
  const empty = field === 'profile' ? safe` ${proposal}` : proposal;
  const hint = editorText(profile) === '' ? [span(empty, 'dim')] : [];
  return {
    field: 'profile',
    line: textLine('profile', label(form, 'profile', size.columns), ...spans, ...hint),
  };
}

const question = ({ field }: LoginDialog, own: LoginField): Span =>
  span(safe` ${field === own ? safe`▸` : safe` `} ${LABELS[own]}`, field === own ? 'key' : 'label');

function storageRows(form: LoginDialog, width: number): readonly FormRow[] {
  const rows = tokenStorages(form.option).flatMap(storage => {
    const isChosen = storage === form.tokenStorage;
    const style = isChosen && form.field === 'tokenStorage' ? 'key' : isChosen ? 'strong' : 'dim';
    return wrap(storageText(form.option, storage), Math.max(20, width - 12)).map((text, part) => ({
      field: isChosen ? ('tokenStorage' as const) : undefined,
      line: textLine(
        `storage:${storage}:${part}`,
        span(part > 0 ? safe`         ` : isChosen ? safe`     (•) ` : safe`     ( ) `, style),
        span(text, style),
      ),
    }));
  });
  const title = textLine('tokenStorage', question(form, 'tokenStorage'));
  return [{ field: undefined, line: title }, ...rows];
}

function protectRow(form: LoginDialog, { user: { keymap }, screen: { size } }: ScreenState): FormRow {
  const key = keyName(keymap, 'guard.unlock');
  const text = isNarrow(size.columns)
    ? safe`lock deletes until ${key}`
    : safe`lock deletes until you press ${key} and type the profile name`;
  const style = form.field === 'protect' ? 'key' : 'strong';
  return {
    field: 'protect',
    line: textLine(
      'protect',
      label(form, 'protect', size.columns),
      span(safe`${form.protect ? safe`[x]` : safe`[ ]`} ${text}`, style),
    ),
  };
}

type ScreenState = Pick<State, 'user' | 'screen'>;

function withHint(row: FormRow, form: LoginDialog, width: number): readonly FormRow[] {
  const { field } = row;
  if (field === undefined) return [row];
  const hint = misplacedText(form, field) ?? (field === form.hintField ? form.hint : undefined);
  if (hint === undefined) return [row];
  const indent = isNarrow(width) ? safe`   ` : repeat(safe` `, 17);
  const lines = wrap(hint, Math.max(20, width - indent.length - 2)).map((text, part) =>
    textLine(`hint:${field}:${part}`, span(safe`${indent}${text}`, 'bad')),
  );
  return [row, ...lines.map(line => ({ field, line }))];
}

const gap = (id: string): FormRow => ({ field: undefined, line: blank(id) });

function aboutRows({ option, tokenStorage, isTokenOnly }: LoginDialog, width: number): readonly FormRow[] {
  const where = safe`Saved as a profile in your settings file, without the token.`;
  const saved = isTokenOnly || tokenStorage === 'session' ? [] : [span(where, 'dim')];
  const warned = option.warning === undefined ? [] : [span(safe`! ${option.warning}`, 'warn')];
  return [...saved, ...warned].flatMap(({ text, style }, at) =>
    wrap(text, Math.max(20, width - 6)).map((row, part) => ({
      field: undefined,
      line: textLine(`about:${at}:${part}`, span(safe`   ${row}`, style)),
    })),
  );
}

function fixedRow({ option }: LoginDialog, width: number): readonly FormRow[] {
  if (option.token === undefined) return [];
  const line = textLine(
    'token',
    span(safe`   ${labelText('token', width)}`, 'label'),
    span(safe`from ${option.token}`, 'dim'),
  );
  return [{ field: undefined, line }];
}

function rowsOf(form: LoginDialog, shown: ScreenState): readonly FormRow[] {
  const width = shown.screen.size.columns;
  const isTight = isNarrow(width);
  const texts = fieldsOf(form)
    .filter(field => field !== 'tokenStorage' && field !== 'profile' && field !== 'protect')
    .map(field => withHint(textRow(form, field, width), form, width));
  const [first, ...rest] = texts;
  const fields = [...(first ?? []), ...fixedRow(form, width), ...rest.flat()];
  const space = (id: string): readonly FormRow[] => (isTight ? [] : [gap(id)]);
  if (form.isTokenOnly) return [...space('a'), ...fields, ...space('b'), ...aboutRows(form, width)];
  return [
    ...space('a'),
    ...fields,
    ...space('b'),
    ...storageRows(form, width),
    ...space('c'),
    ...(form.tokenStorage === 'session' ? [] : withHint(profileRow(form, shown), form, width)),
    protectRow(form, shown),
    ...space('d'),
    ...aboutRows(form, width),
  ];
}

/** Returns the lines of the form that fit around the present field. */
export function loginLines(shown: ScreenState, form: LoginDialog, height: number): readonly Line[] {
  const rows = rowsOf(form, shown);
  const at = rows.findLastIndex(({ field }) => field === form.field);
  const top = Math.max(0, Math.min(at - height + 3, rows.length - height));
  return rows.slice(top, top + height).map(({ line }) => line);
}

/** Returns the problem of the last try if it is about no field, or that nothing was sent yet. */
export function loginMessage({ hint, hintField, phase }: LoginDialog): Span {
  if (phase === 'testing') return span(safe` Testing it with one request … Esc stops`, 'dim');
  if (hint !== undefined && hintField === undefined) return span(safe` ${hint}`, 'warn');
  return span(safe` The token is hidden and sent only to this address.`, 'dim');
}
