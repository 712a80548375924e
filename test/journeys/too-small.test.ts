// @module-tag program

import { expect } from 'vitest';
import { atRest, ends, journeys } from '../helpers/journey.ts';

const { journey } = journeys();

const TYPED = [
  ['Ctrl-D', 'name to confirm'],
  ['support-prod', 'Enter DELETES support-prod'],
] as const;

journey('too small: the screen names both sizes and the key that quits, and other keys do nothing', [
  ['', 'support-staging'],
  ['60x7', /^Too small: 60x7, botscope needs 30x8\. q quit$/m],
  ({ terminal }) => expect(terminal.text().trim().split('\n')).toHaveLength(1),
  ['j Enter Ctrl-D :'],
  ['80x24', /▸ +support-prod/],
  ['29x24', /^Too small: 29x24, botscope\nneeds 30x8\. q quit$/m],
  ['q', 'Press q again to quit.'],
  ['q'],
  ends(0),
]);

journey('too small: Esc closes the dialog that is open', [
  [':', /^ :$/m],
  ['60x4', /botscope needs 30x8\. Esc \w+/],
  ['x Esc', 'q quit'],
  ['80x24', 'Enter open'],
]);

journey('too small: Enter confirms no delete', [
  ...TYPED,
  ['60x1', /^Too small: 60x1, botscope needs 30x8\. Esc cancel/m],
  atRest,
  ['Enter'],
  ['60x24', 'Enter DELETES support-prod'],
  { DELETE: 0 },
  ['Confirm'],
  ['', 'Deleted bot support-prod'],
  { DELETE: 1 },
]);

journey('too small: a confirmed delete counts down, and Esc cancels it', [
  ...TYPED,
  ['Confirm', /Deleting .* in \d s/],
  ['40x1', /^Deleting .* in \d s\. Esc cancel/m],
  ['Enter Esc', 'Too small: 40x1'],
  ['80x24', 'support-prod'],
  { DELETE: 0 },
]);
