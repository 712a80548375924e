import { memo } from '../../text/memo.ts';
import { clean, safe } from '../../text/sanitise.ts';
import { cells } from '../../text/width.ts';
import { byUse, type Command } from '../commands/command.ts';
import { available } from '../commands/table.ts';
import type { FormName, Page } from '../dialogs/shared/dialog.ts';
import { descriptionOf, dialogHints, dialogPage } from '../dialogs/table.ts';
import { layoutOf, withoutPane } from '../facts/layout.ts';
import { fieldSpans, type Heading, hint, type Lines, type Spans, span, titleLine } from '../facts/line.ts';
import { messageOf } from '../frame/footer-message.ts';
import { paneOf } from '../frame/pane.ts';
import { progressBar } from '../frame/progress.ts';
import { shownFailure, viewTitle } from '../frame/titles.ts';
import { contentOf } from '../screens/content.ts';
import type { Table } from '../screens/list/table.ts';
import { cursorTarget, settledView } from '../selection/cursor.ts';
import { findText, withMatches } from '../selection/document-cursor.ts';
import { roomOf } from '../state/dialogs.ts';
import { keyLabel } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import { RULE_CELLS } from './rows.ts';

type LinesFact = Readonly<{ form: FormName; content: Required<Page> }>;

/** The content of a screen, made once a state: drawn as rows or in a sentence, or spoken. */
export const screenFact = memo((state: State) => {
  const heading = viewTitle(withoutPane(state));
  const { right, parts = right === undefined ? [] : [span(right, 'dim')] } = heading;
  return {
    title: titleOf(state, heading),
    parts,
    body: bodyOf(state),
    panel: panelOf(state),
    message: messageRow(state),
    hints: hintsOf(state),
  };
});

export const NO_CURSOR = -1;

function titleOf(state: State, ofView: Heading): Heading {
  const { dialog, session } = state;
  const heading = (dialog && descriptionOf(dialog).title?.(state, dialog)) ?? ofView;
  const width = layoutOf(state).columns - cells(heading.title) - RULE_CELLS;
  const bar = progressBar(heading.work, session.now, width);
  if (bar === undefined) return { ...heading, work: undefined };
  return { ...heading, right: bar, parts: [span(bar, 'label')] };
}

const linesForm = (form: FormName, lines: Lines, cursor = NO_CURSOR): LinesFact => ({
  form,
  content: { lines, cursor },
});

function bodyOf(state: State): LinesFact | Readonly<{ form: FormName; content: Table }> {
  const { dialog } = state;
  const { body: rows, columns } = layoutOf(state);
  const description = dialog && descriptionOf(dialog);
  if (dialog !== undefined && description?.title !== undefined && !description.isEmpty?.(state)) {
    const { lines, cursor } = dialogPage(state, dialog, { rows, columns });
    return linesForm(description.form, lines, cursor);
  }
  const content = contentOf(state);
  if (content.kind === 'table') return { form: 'list', content };
  const { at, top, cursor } = settledView(state);
  const isText = content.reader !== undefined || currentView(state).place.screen === 'compare';
  const lines = content.lines.slice(top, top + rows).map(line => withMatches(line, findText(state)));
  // Nothing is chosen on an error before a person moves to a line of it.
  const hasCursor =
    shownFailure(state) === undefined || cursor !== undefined || cursorTarget(state) !== undefined;
  return linesForm(isText ? 'text' : 'record', lines, hasCursor ? at - top : NO_CURSOR);
}

function panelOf(state: State): LinesFact | undefined {
  const { panel: rows, columns, pane } = layoutOf(state);
  const { dialog } = state;
  if (rows === 0) return undefined;
  if (pane?.isBeside === false) {
    const shown = paneOf(state);
    return linesForm(
      'list',
      shown ? [titleLine('pane', shown.title), ...shown.lines.slice(0, rows - 1)] : [],
    );
  }
  if (dialog === undefined || roomOf(dialog).keepsBelow) return undefined;
  const { lines, cursor } = dialogPage(state, dialog, { rows, columns });
  return linesForm(descriptionOf(dialog).form, lines, cursor);
}

function dialogMessage(state: State): Spans | undefined {
  const { dialog, screen } = state;
  if (dialog === undefined) return undefined;
  const { message, field } = descriptionOf(dialog);
  const own = message?.(state, dialog);
  const { sign, editor, beside = safe`` } = field?.(state, dialog) ?? {};
  if (own !== undefined || sign === undefined || editor === undefined) return own;
  const room = screen.size.columns - cells(sign) - 2;
  return [span(sign, 'key'), ...fieldSpans(editor, room), span(beside, 'dim')];
}

function messageRow(state: State) {
  const { dialog, notice } = state;
  const isShownAbove =
    dialog !== undefined && descriptionOf(dialog).showsNotice === true && layoutOf(state).panel > 0;
  const own = dialogMessage(state);
  const { text, tone } = messageOf(state);
  const isOwn = own !== undefined && (notice === undefined || isShownAbove);
  const spans = isOwn ? own : [span(safe` ${text}`, tone)];
  const isOwnUrgent = own?.some(({ style }) => style !== 'dim');
  return {
    spans,
    /** An urgent one is shown in place of the keys where both have one row. */
    isUrgent: notice !== undefined || (isOwnUrgent ?? (dialog === undefined && tone !== 'dim')),
  };
}

const AFTER_FAILURE: readonly string[] = [
  'place.open',
  'place.back',
  'place.reload',
  'profile.switch',
  'request.log',
  'app.help',
  'app.quit',
];

function hintsOf(state: State) {
  const { dialog } = state;
  if (dialog !== undefined) return dialogHints(state, dialog).map((each, rank) => ({ ...each, rank }));
  const isFailed = shownFailure(state) !== undefined;
  const isHinted = ({ id, keys, hint: words }: Command) =>
    words !== undefined && keys.length > 0 && (!isFailed || AFTER_FAILURE.includes(id));
  const hinted = available(state, isHinted).toSorted((a, b) => byUse(a.command, b.command));
  return hinted.flatMap(({ command, blocked }) => {
    const [key] = command.keys;
    if (blocked !== undefined || key === undefined) return [];
    const words = typeof command.hint === 'function' ? command.hint(state) : command.hint;
    if (words === undefined) return [];
    const { text, rank } = words;
    return [{ ...hint(clean(keyLabel(key, state.screen)), text), rank }];
  });
}
