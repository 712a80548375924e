// @module-tag smoke

import { journeys } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey } = journeys({ isShared: true });

journey('tabs: the first one has the cause, Tab, Shift-Tab and digits switch, and no request is sent', [
  [
    'Enter',
    '[1 Overview]  2 Integrations 6 · ✗ 1',
    /▸ ✗ integration slack is registration_failed\n +invalid_auth/,
  ],
  { GET: 1 },
  ['Tab', '[2 Integrations 6 · ✗ 1]'],
  ['Shift-Tab Shift-Tab', '[6 Raw]'],
  // A digit opens its tab, also if the cursor is on a line that leads elsewhere.
  ['3', '[3 Issues]', 'open by id', not('onversation')],
  ['2 3 4 1', '[1 Overview]', not('Delete one conversation')],
  { all: 0 },
]);
