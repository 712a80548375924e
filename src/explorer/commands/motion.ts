import { type SafeText, safe } from '../../text/sanitise.ts';
import { type Motion, withCursorMoved } from '../actions/cursor/move-cursor.ts';
import { type Command, EVERYWHERE, type Where } from './command.ts';

type MotionKeys = readonly [motion: Motion, keys: readonly string[], title: SafeText];

const MOTIONS: readonly MotionKeys[] = [
  ['down', ['j', 'down'], safe`down`],
  ['up', ['k', 'up'], safe`up`],
  ['first', ['g', 'home'], safe`first`],
  ['last', ['G', 'end'], safe`last`],
  ['page-down', ['pagedown', 'ctrl+f'], safe`page down`],
  ['page-up', ['pageup', 'ctrl+b'], safe`page up`],
];

/** Keys of less in raw text. */
const READER_MOTIONS: readonly MotionKeys[] = [
  ['page-down', ['space'], safe`page down`],
  ['page-up', [], safe`page up`],
  ['half-down', ['d'], safe`half page down`],
  ['half-up', ['u'], safe`half page up`],
];

const motion =
  (where: readonly Where[], prefix: string) =>
  ([name, keys, title]: MotionKeys): Command => ({
    id: `${prefix}.${name}`,
    keys,
    title,
    group: 'Move',
    where,
    change: state => withCursorMoved(state, name),
  });

/** Commands that move the cursor, or scroll where there is only text. */
export const motionCommands: readonly Command[] = [
  ...MOTIONS.map(motion(EVERYWHERE, 'move')),
  ...READER_MOTIONS.map(motion(['raw'], 'read')),
];
