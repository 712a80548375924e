import { type SafeText, safe } from '../../../text/sanitise.ts';
import { backupsOf } from '../../actions/delete/outcomes.ts';
import { reportOf } from '../../actions/delete/report.ts';
import { failedRefs, hasOtherThanFailed, listedAt, singleTarget } from '../../actions/delete/targets.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Key, Press } from '../../commands/key.ts';
import { openLastBackup } from '../../commands/record.ts';
import { newSaveDialog } from '../../commands/save.ts';
import type { DeleteDialog } from '../../state/delete-dialog.ts';
import { requestsPlace } from '../../state/place.ts';
import { emptyEditor } from '../../state/text-field.ts';
import type { DialogCommand } from '../shared/dialog-command.ts';
import { listStep } from '../shared/steps.ts';
import { applyKey } from '../shared/text-field.ts';
import { targetPage } from './one-target.ts';

/** Rows of a page of the list. */
const PAGE = 10;

/** Keys that move in the list while letters go to the field. */
const STEPS: Readonly<Record<string, number>> = {
  down: 1,
  up: -1,
  pagedown: PAGE,
  pageup: -PAGE,
  home: Number.NEGATIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
};

/** Keys that scroll a target that does not fit. Other keys do nothing before its end has been shown. */
const MORE = ['enter', 'down', 'space', 'pagedown'];

/** Returns true while something can be typed and targets can be excluded. */
const isOpen = ({ phase }: DeleteDialog): boolean => phase === 'confirming' || phase === 'reading';

/** Returns true if letters are text. */
export const isTyping = (dialog: DeleteDialog): boolean => isOpen(dialog) && !dialog.isInList;

function cursorChange(dialog: DeleteDialog, by: number): Partial<DeleteDialog> {
  const listed = listedAt(dialog);
  const here = listed.findIndex(at => at >= dialog.cursor);
  const next = Math.max(0, Math.min(listed.length - 1, (here < 0 ? listed.length : here) + by));
  return { cursor: listed[next] ?? dialog.cursor };
}

/**
 * Excludes the target under the cursor, or includes it again. The number to type changes, so the field
 * empties.
 */
function exclusionChange(dialog: DeleteDialog): Partial<DeleteDialog> {
  const targets = dialog.targets.map((target, at) => {
    if (at !== dialog.cursor) return target;
    const { isExcluded, ...rest } = target;
    return isExcluded ? rest : { ...target, isExcluded: true as const };
  });
  return { targets, editor: emptyEditor, ...cursorChange(dialog, 1) };
}

const wasSent = ({ phase }: DeleteDialog): boolean => ['running', 'stopping', 'done'].includes(phase);

const notRefused = ({ phase }: DeleteDialog): SafeText | undefined =>
  phase === 'refused' ? undefined : safe`Nothing was refused.`;

export const deleteCommands: readonly DialogCommand<DeleteDialog>[] = [
  {
    id: 'delete.list',
    keys: ['tab'],
    title: safe`several targets: to the list, or back to the input`,
    hint: ({ isInList }) => (isInList ? safe`to input` : safe`to list`),
    blocked: dialog =>
      isOpen(dialog) && singleTarget(dialog) === undefined ? undefined : safe`There is no list.`,
    run: ({ changeDialog }, dialog) => changeDialog(dialog, { isInList: !dialog.isInList, hint: undefined }),
  },
  {
    id: 'mark.toggle',
    title: safe`several targets: include or exclude the one under the cursor`,
    hint: safe`include/exclude`,
    blocked: dialog =>
      isOpen(dialog) && dialog.isInList ? undefined : safe`Targets can only be excluded before the delete.`,
    run: ({ changeDialog }, dialog) => changeDialog(dialog, { ...exclusionChange(dialog), hint: undefined }),
  },
  {
    id: 'delete.retry',
    keys: ['r'],
    title: safe`afterwards: retry failed (asks again)`,
    hint: safe`retry failed`,
    blocked: dialog =>
      dialog.phase === 'done' && failedRefs(dialog).length > 0 ? undefined : safe`Nothing failed.`,
    run: ({ retryDelete }) => retryDelete(),
  },
  {
    id: 'backup.open',
    title: safe`afterwards: backup of what was deleted`,
    hint: dialog => (backupsOf(dialog).length === 1 ? safe`backup` : safe`backups`),
    blocked: dialog =>
      dialog.phase === 'done' && backupsOf(dialog).length > 0 ? undefined : safe`There is no backup.`,
    run: explorer => {
      explorer.cancelDelete();
      openLastBackup(explorer);
    },
  },
  {
    id: 'delete.failed-only',
    keys: ['f'],
    title: safe`afterwards: failed only / all`,
    hint: ({ isFailedOnly }) => (isFailedOnly ? safe`all` : safe`failed only`),
    blocked: dialog =>
      wasSent(dialog) && (dialog.isFailedOnly || hasOtherThanFailed(dialog))
        ? undefined
        : safe`All are listed.`,
    run: ({ changeDialog }, dialog) => changeDialog(dialog, { isFailedOnly: dialog.isFailedOnly !== true }),
  },
  {
    id: 'request.log',
    title: safe`after a refusal: what was sent`,
    hint: safe`what was sent`,
    blocked: notRefused,
    run: ({ cancelDelete, open }) => {
      cancelDelete();
      open(requestsPlace);
    },
  },
  {
    id: 'profile.switch',
    title: safe`after a refusal: another profile`,
    hint: safe`other profile`,
    blocked: notRefused,
    run: ({ cancelDelete, chooseLogin }) => {
      cancelDelete();
      chooseLogin();
    },
  },
  {
    id: 'export.save',
    title: safe`afterwards: save the report to a file`,
    hint: safe`save report`,
    blocked: ({ phase }) => (phase === 'done' ? undefined : safe`There is no report yet.`),
    run: ({ openDialog, now }, dialog) => openDialog(newSaveDialog(reportOf(dialog), now())),
  },
];

/** A key in the field; with several targets some keys move in the list. */
function fieldKey(dialog: DeleteDialog, key: Key, now: number): Partial<DeleteDialog> {
  const by = singleTarget(dialog) === undefined ? STEPS[key.name] : undefined;
  return by === undefined
    ? { editor: applyKey(dialog.editor, key), typedAt: now, refusedAt: undefined }
    : cursorChange(dialog, by);
}

/** Types the confirmation, or moves in the list; Enter confirms. */
export function deleteKey(explorer: Explorer, dialog: DeleteDialog, { key, alone }: Press): void {
  const { store, changeDialog, confirmDelete, now } = explorer;
  const state = store.getState();
  const single = dialog.phase === 'done' ? undefined : singleTarget(dialog);
  const page = single && targetPage(state, dialog, single);
  if (page?.isLast === false) {
    if (MORE.includes(key.name)) changeDialog(dialog, { top: page.next });
    return;
  }
  if (key.name === 'enter') return confirmDelete(alone);
  const hint = dialog.phase === 'confirming' ? undefined : dialog.hint;
  if (isTyping(dialog)) return changeDialog(dialog, { ...fieldKey(dialog, key, now()), hint });
  const by = single === undefined ? listStep(state, key.name, PAGE) : undefined;
  if (by !== undefined) changeDialog(dialog, { ...cursorChange(dialog, by), hint });
}
