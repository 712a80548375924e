import { resourceOf } from '../../resources/registry.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { menuCommands } from '../commands/available.ts';
import { removePage } from '../dialogs/delete/lines.ts';
import { bulkLines } from '../dialogs/delete-many/lines.ts';
import { seekLines } from '../dialogs/find-owner/lines.ts';
import { coverLines } from '../dialogs/help/keys.ts';
import { helpLines, keysOf } from '../dialogs/help/lines.ts';
import { loginLines } from '../dialogs/login/lines.ts';
import { choicePanel, consentPanel, linePanel, promptPanel } from '../dialogs/panels.ts';
import { runPanel } from '../dialogs/run/lines.ts';
import { saveLines } from '../dialogs/save/lines.ts';
import { titleOf } from '../paint/header.ts';
import { messageSpans } from '../paint/message.ts';
import type { LoggingIn, Overlay, RemovingMany } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';
import { type Editor, editorOf, editorText } from '../state/text-field.ts';
import { type Line, span, textLine } from '../view/line.ts';
import { logLines } from '../view/request-log.ts';
import { unlockWord } from '../view/write-protection.ts';
import { heard, lineWords } from './words.ts';

/** What is told of what covers the screen, or stands below it. */
export type Asked = {
  readonly title: SafeText;
  /** By their ids: a line is said again when its words change. */
  readonly lines: ReadonlyMap<string, SafeText>;
  /** What is chosen among several. */
  readonly row: SafeText;
  readonly message: SafeText;
  /** What is typed into, and what was typed. */
  readonly field: { readonly sign: SafeText; readonly text: string } | undefined;
};

type Parts = {
  readonly title?: SafeText | undefined;
  readonly lines?: readonly Line[];
  readonly row?: SafeText;
  readonly field?: readonly [sign: SafeText, editor: Editor | undefined];
};

/** Lines of an answer that are told in one go. */
const MOST_DETAILS = 40;
/** Higher than anything: nothing is told page by page. */
const ALL = 10_000;

const chosen = (lines: readonly Line[], at: number, of: string): SafeText => {
  const line = lines[at];
  return line === undefined ? safe`` : safe`${clean(of)}: ${lineWords(line)}`;
};

/** Without the row where it is typed, which is told as it is typed. */
const withoutField = (lines: readonly Line[]): readonly Line[] => lines.filter(({ id }) => id !== 'field');

/** Of several that are deleted each is told once, when it is known what came of it. */
function manyLines(state: State, dialog: RemovingMany): readonly Line[] {
  const { victims, phase } = dialog;
  const lines = bulkLines(state, dialog, { height: victims.length + 60, width: state.size.columns });
  return withoutField(lines).filter(({ id }) => {
    const [, at] = /^victim:(\d+)$/.exec(id) ?? [];
    if (at === undefined) return id !== 'bar';
    const { result } = victims[Number(at)] ?? {};
    return phase !== 'asking' && phase !== 'grace' && result !== undefined && result !== 'sending';
  });
}

function many(state: State, dialog: RemovingMany): Parts {
  const { victims, cursor, isInList, phase } = dialog;
  const isAsking = phase === 'asking';
  const all = bulkLines(state, dialog, { height: victims.length + 60, width: state.size.columns });
  const at = all.findIndex(({ id }) => id === `victim:${cursor}`);
  const { isLeftOut = false } = victims[cursor] ?? {};
  const row = safe`${chosen(all, at, `${cursor + 1} of ${victims.length}`)}${isLeftOut ? safe`` : safe`, goes`}`;
  return {
    lines: manyLines(state, dialog),
    ...(isAsking && isInList ? { row } : {}),
    ...(isAsking && !isInList ? { field: [safe`Type it: `, dialog.editor] } : {}),
  };
}

const spansOf = (line: Line | undefined): readonly SafeText[] =>
  line?.is === 'text' ? line.spans.map(({ text }) => heard(text)) : [];

/** The form that logs in: the field that one is in. Of a token that is typed a star is told for each character. */
function login(state: State, form: LoggingIn): Parts {
  const all = loginLines(state, form, ALL);
  const lines = all.filter(({ id }) => id.startsWith('about:'));
  const { field, keep, tokenLength } = form;
  const [label = safe``, ...rest] = spansOf(all.find(({ id }) => id === field));
  if (field === 'keep') {
    const ways = all.filter(({ id }) => id.startsWith(`keep:${keep}:`));
    return { lines, row: joinSafe([label, ...ways.flatMap(way => spansOf(way).slice(1))], ' ') };
  }
  if (field === 'protect')
    return {
      lines,
      row: safe`${label} ${clean(rest.join(' ').replace('[x]', 'yes:').replace('[ ]', 'no:'))}`,
    };
  const editor = field === 'token' ? editorOf('*'.repeat(tokenLength)) : form[field];
  return { lines, field: [safe`${label}: `, editor] };
}

function help(state: State, overlay: Extract<Overlay, { is: 'help' }>): Parts {
  if (overlay.isSearching) return { field: [safe`Search the help: `, overlay.editor] };
  return { lines: helpLines(state) };
}

function log(state: State, overlay: Extract<Overlay, { is: 'log' }>): Parts {
  const { lines, cursor } = logLines(overlay, state.size.columns);
  const all = lines.filter(({ id }) => id.startsWith(`log:${overlay.opened}:`));
  const more = textLine('log:more', span(safe`${all.length - MOST_DETAILS} lines more`));
  const details = all.length > MOST_DETAILS ? [...all.slice(0, MOST_DETAILS), more] : all;
  const count = overlay.exchanges.length;
  return { lines: details, row: chosen(lines, cursor, `request ${overlay.cursor + 1} of ${count}`) };
}

function menu(state: State, { of }: Extract<Overlay, { is: 'menu' }>): Parts {
  const commands = menuCommands(state, of ?? true);
  const lines = commands.map((command, at) =>
    textLine(command.id, span(safe`${at + 1} ${command.title}  ${keysOf(command)}`)),
  );
  return { title: of === 'copy' ? safe`Copy` : safe`What to do`, lines };
}

type Of<K extends Overlay['is']> = Extract<Overlay, { readonly is: K }>;

function line(state: State, overlay: Of<'line'>): Parts {
  const { lines, cursor } = linePanel(state, overlay, 9);
  const row = overlay.choice > 0 ? chosen(lines, cursor, `${overlay.choice + 1}`) : safe``;
  return { row, field: [safe`Command: `, overlay.editor] };
}

function choose(state: State, overlay: Of<'choose'>): Parts {
  const { lines, cursor } = choicePanel(state, overlay, overlay.rows.length + 1);
  const line = lines[cursor];
  return { lines, row: line === undefined ? safe`` : lineWords(line) };
}

function prompt(state: State, overlay: Of<'prompt'>): Parts {
  const lines = withoutField(promptPanel(state, overlay, overlay.known.length + 4));
  const kind = clean(resourceOf(overlay.kind).title.toLowerCase());
  const { choice, known } = overlay;
  const row =
    choice < 0 ? safe`` : safe`${choice + 1} of ${known.length}: ${clean(known[choice] ?? '', 100)}`;
  return { lines, row, field: [safe`${kind} id: `, overlay.editor] };
}

function parts(state: State, overlay: Overlay): Parts {
  switch (overlay.is) {
    case 'remove':
      return {
        lines: withoutField(removePage(state)?.lines ?? []),
        ...(overlay.phase === 'asking' ? { field: [safe`Type it: `, overlay.editor] } : {}),
      };
    case 'remove-many':
      return many(state, overlay);
    case 'login':
      return login(state, overlay);
    case 'help':
      return help(state, overlay);
    case 'failure':
      return { lines: coverLines(state) ?? [] };
    case 'log':
      return log(state, overlay);
    case 'menu':
      return menu(state, overlay);
    case 'line':
      return line(state, overlay);
    case 'choose':
      return choose(state, overlay);
    case 'prompt':
      return prompt(state, overlay);
    case 'save':
      return {
        lines: withoutField(saveLines(overlay, state.size.columns)),
        ...(overlay.existing === undefined ? { field: [safe`File: `, overlay.editor] } : {}),
      };
    case 'seek':
      return { lines: seekLines(state, overlay) };
    case 'consent':
      return { lines: consentPanel(state, overlay, ALL) };
    case 'run':
      return { lines: runPanel(state, overlay) };
    case 'unlock':
      return {
        title: safe`Type ${unlockWord(state.server)} to unlock`,
        field: [safe`Type it: `, overlay.editor],
      };
    case 'filter':
      return { field: [safe`Filter: `, overlay.editor] };
    case 'find':
      return { field: [safe`Search: `, overlay.editor] };
    // No secret is shown while the explorer is told.
    case 'reveal':
      return {};
  }
}

/** Those whose message is no copy of the field. */
const WITH_MESSAGE: readonly Overlay['is'][] = ['remove', 'remove-many', 'login', 'save'];
/** Those that cover the screen and have its title. */
const WITH_TITLE: readonly Overlay['is'][] = ['remove', 'remove-many', 'login', 'help', 'failure', 'log'];

function ownTitle(state: State, overlay: Overlay): SafeText {
  if (!WITH_TITLE.includes(overlay.is)) return safe``;
  const { title, right } = titleOf(state);
  // While several are deleted each of them is told, and in the end how many.
  const isCounting = overlay.is === 'remove-many' && overlay.phase !== 'done';
  return right === undefined || isCounting ? title : safe`${title}, ${right}`;
}

/** What is told of an overlay; undefined where there is none. */
export function askedOf(state: State): Asked | undefined {
  const { overlay } = state;
  if (overlay === undefined) return undefined;
  const { title = ownTitle(state, overlay), lines = [], row = safe``, field } = parts(state, overlay);
  const message = WITH_MESSAGE.includes(overlay.is) && state.notice === undefined ? messageSpans(state) : [];
  return {
    title: heard(title),
    lines: new Map(lines.map(each => [each.id, lineWords(each)])),
    row,
    message: heard(
      joinSafe(
        message.map(({ text }) => text),
        '',
      ),
    ),
    field: field?.[1] === undefined ? undefined : { sign: field[0], text: editorText(field[1]) },
  };
}
