// @module-tag smoke

import { journeys } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey } = journeys({ isShared: true });

journey('tabs: the first one has the cause, one key from the list', [
  ['Enter', 'Diagnosis', /▸ ✗ integration slack is registration_failed\n +invalid_auth/],
]);

journey('tabs: Tab, Shift-Tab and digits switch between them, and their titles have counts', [
  ['Enter', '[1 Overview]  2 Integrations 6 · ✗ 1'],
  ['Tab', '[2 Integrations 6 · ✗ 1]'],
  ['Shift-Tab Shift-Tab', '[6 Raw]'],
  ['3', '[3 Issues]'],
]);

journey('tabs: switching sends no request', [
  ['Enter', 'Diagnosis'],
  { GET: 1 },
  ['2 3 4 1', '[1 Overview]'],
  { all: 0 },
]);

journey('tabs: a digit opens its tab, also if the cursor is on a line that leads elsewhere', [
  ['Enter', 'Diagnosis'],
  ['3', 'delete by id'],
  ['1', '[1 Overview]', not('Delete one conversation')],
]);
