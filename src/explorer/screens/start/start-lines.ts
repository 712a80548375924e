import { memo } from '../../../text/memo.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, sized } from '../../../text/width.ts';
import { isNarrow } from '../../facts/layout.ts';
import { asPart, blank, type Lines, linkLine, span, textLine, wrappedLines } from '../../facts/line.ts';
import type { Action } from '../../state/action.ts';
import type { LoginOption, LoginOptions } from '../../state/login.ts';

export const choiceId = (number: number) => `choice:${number}`;

type NumberedChoice = Readonly<{ action: Action; text: SafeText; detail?: SafeText }>;

const numberedLines = (choices: readonly NumberedChoice[]): Lines =>
  choices.map(({ action, text, detail }, at) =>
    linkLine(
      choiceId(at + 1),
      action,
      span(safe`     ${at + 1}  `, 'key'),
      span(text, 'strong'),
      span(detail === undefined ? safe`` : safe`  ${detail}`, 'dim'),
    ),
  );

const textRow = (text: SafeText, style: 'plain' | 'strong' | 'dim' = 'plain') =>
  textLine('', span(safe`   ${text}`, style));

const BROKEN = safe`So its profiles are not known, and none can be saved. :settings opens the file.`;

function needs(columns: number, problem: SafeText | undefined): Lines {
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

const logInto = ({ id, kind }: LoginOption): Action =>
  kind === 'profile' || kind === 'typed' ? { to: 'login', id } : { to: 'login', id, isFormForced: true };

export const startLines = memo(({ options, problem }: LoginOptions, columns: number): Lines => {
  const typed = options.filter(({ kind }) => kind === 'typed');
  const known = options.filter(({ kind }) => kind !== 'typed');
  const gaps = !isNarrow(columns);
  const warning = gaps ? known.find(each => each.warning !== undefined)?.warning : undefined;
  const labelCells = Math.min(Math.max(0, ...known.map(({ label }) => cells(label))), columns - 40);
  const choices = numberedLines([
    ...known.map((option): NumberedChoice => {
      const { label, detail, warning: own } = option;
      const beside = { detail: own === undefined ? detail : safe`${detail}  !` };
      return { action: logInto(option), text: gaps ? sized(label, labelCells) : label, ...(gaps && beside) };
    }),
    ...typed.map(option => ({
      action: logInto(option),
      text: gaps ? option.label : safe`enter address, token, id`,
    })),
    {
      action: { to: 'demo' },
      text: gaps ? safe`explore demo data (no account needed)` : safe`explore demo data`,
    },
  ]);
  const found = [textRow(safe`Logins found on this computer`, 'strong'), ...choices.slice(0, known.length)];
  const none = problem === undefined ? safe`No saved logins found. You can:` : safe`You can:`;
  return [
    ...needs(columns, problem),
    ...(known.length === 0 ? [] : [...found, ...(gaps ? [blank('b3')] : [])]),
    textRow(known.length === 0 ? none : safe`Or`, 'strong'),
    ...choices.slice(known.length),
    ...(gaps ? [blank('b4')] : []),
    ...(warning ? wrappedLines('warning', span(safe`! ${warning}`, 'warn'), columns).map(asPart) : []),
    ...(gaps ? [textRow(safe`Your token is stored only where you choose.`, 'dim')] : []),
  ];
});

export function loginChoices({ options, current, renewal }: LoginOptions): Lines {
  const others = options.filter(({ id }) => id !== current);
  const hasProfiles = others.some(({ kind }) => kind === 'profile');
  const logins = others.filter(({ kind }) => kind === 'login').slice(0, 2);
  const renewed: NumberedChoice = {
    action: { to: 'renew-token' },
    text: safe`${renewal ?? safe``} and retry`,
  };
  return numberedLines([
    ...(renewal === undefined ? [] : [renewed]),
    ...(hasProfiles ? [{ action: { to: 'logins' } as const, text: safe`switch profile` }] : []),
    { action: { to: 'token' }, text: safe`enter a token for this session only (not stored)` },
    ...logins.map(option => ({ action: logInto(option), text: safe`import ${option.label}` })),
    { action: { to: 'demo' }, text: safe`use demo data` },
  ]);
}
