import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, sized } from '../../../text/width.ts';
import { isNarrow } from '../../facts/layout.ts';
import { asPart, blank, type Line, linkLine, span, textLine, wrappedLines } from '../../facts/line.ts';
import type { Action } from '../../state/action.ts';
import type { LoginOption, LoginOptions } from '../../state/login.ts';

/** Returns the id of a numbered line, `choice:1`. */
export const choiceId = (number: number): string => `choice:${number}`;

/** Returns a numbered choice: Enter or its number follows the target. */
export const choiceLine = (
  number: number,
  target: Action,
  { text, detail }: { readonly text: SafeText; readonly detail?: SafeText },
): Line =>
  linkLine(
    choiceId(number),
    target,
    span(safe`     ${number}  `, 'key'),
    span(text, 'strong'),
    span(detail === undefined ? safe`` : safe`  ${detail}`, 'dim'),
  );

const textRow = (text: SafeText, style: 'plain' | 'strong' | 'dim' = 'plain'): Line =>
  textLine('', span(safe`   ${text}`, style));

const NO_LOGINS = safe`No saved logins found. You can:`;
const BROKEN = safe`So its profiles are not known, and none can be saved. :settings opens the file.`;

/** Returns the requirements of botscope in as many lines as fit, or why its settings are not known. */
function needs(columns: number, problem: SafeText | undefined): readonly Line[] {
  if (problem !== undefined)
    return wrappedLines('problem', span(safe`${problem}. ${BROKEN}`, 'warn'), columns).map(asPart);
  if (isNarrow(columns)) return [textRow(safe`It needs a token and a workspace.`)];
  return [
    blank('b1'),
    textRow(safe`botscope shows the bots of one workspace at a time. It needs an address,`),
    textRow(safe`a token and a workspace id.`),
    blank('b2'),
  ];
}

function optionLine(
  { id, kind, label, detail, warning }: LoginOption,
  number: number,
  { columns, labels }: { readonly columns: number; readonly labels: number },
): Line {
  const more = isNarrow(columns)
    ? {}
    : { detail: safe`${detail}${warning === undefined ? safe`` : safe`  !`}` };
  return choiceLine(
    number,
    kind === 'profile' ? { to: 'login', id } : { to: 'login', id, isFormForced: true },
    {
      text: isNarrow(columns) ? label : sized(label, Math.min(labels, columns - 40)),
      ...more,
    },
  );
}

/** Returns the first screen without a server: known logins, a form, and the demo. */
export function startLines({ options, problem }: LoginOptions, columns: number): readonly Line[] {
  const typed = options.filter(({ kind }) => kind === 'typed');
  const known = options.filter(({ kind }) => kind !== 'typed');
  const gaps = !isNarrow(columns);
  const warning = known.find(each => each.warning !== undefined)?.warning;
  const labels = Math.max(0, ...known.map(({ label }) => cells(label)));
  const rows = known.map((option, at) => optionLine(option, at + 1, { columns, labels }));
  const others = typed.map((option, at) =>
    choiceLine(
      known.length + at + 1,
      { to: 'login', id: option.id },
      { text: gaps ? option.label : safe`enter address, token, id` },
    ),
  );
  const demo = choiceLine(
    known.length + typed.length + 1,
    { to: 'demo' },
    { text: gaps ? safe`explore demo data (no account needed)` : safe`explore demo data` },
  );
  return [
    ...needs(columns, problem),
    ...(known.length === 0 ? [] : [textRow(safe`Logins found on this computer`, 'strong'), ...rows]),
    ...(known.length === 0 || !gaps ? [] : [blank('b3')]),
    textRow(known.length > 0 ? safe`Or` : problem ? safe`You can:` : NO_LOGINS, 'strong'),
    ...others,
    demo,
    ...(gaps ? [blank('b4')] : []),
    ...(warning === undefined || !gaps
      ? []
      : wrappedLines('warning', span(safe`! ${warning}`, 'warn'), columns).map(asPart)),
    ...(gaps ? [textRow(safe`Your token is stored only where you choose.`, 'dim')] : []),
  ];
}

export function loginChoices({ options, current, renewal }: LoginOptions): readonly Line[] {
  const others = options.filter(({ id, kind }) => id !== current && kind === 'profile');
  const logins = options.filter(({ id, kind }) => id !== current && kind === 'login').slice(0, 2);
  const rows: readonly (readonly [Action, SafeText])[] = [
    ...(renewal === undefined ? [] : ([[{ to: 'renew-token' }, safe`${renewal} and retry`]] as const)),
    ...(others.length === 0 ? [] : ([[{ to: 'logins' }, safe`switch profile`]] as const)),
    [{ to: 'token' }, safe`enter a token for this session only (not stored)`],
    ...logins.map(
      ({ id, label }) => [{ to: 'login', id, isFormForced: true }, safe`import ${label}`] as const,
    ),
    [{ to: 'demo' }, safe`use demo data`],
  ];
  return rows.map(([target, text], at) => choiceLine(at + 1, target, { text: clean(text) }));
}
