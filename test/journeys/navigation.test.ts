// @module-tag program

import { expect } from 'vitest';
import { journeys } from '../helpers/journey.ts';

const { journey } = journeys();

journey('navigation: the keys on the screen lead from the start to the text of an issue and back', [
  ['', 'Enter open'],
  ['Enter', /▸ ✗ integration slack is registration_failed/],
  ['i', 'list issues …'],
  ['j Enter', /:issue \S+ +<issueId>/],
  ['"$issueId" Enter', 'Description', 'category', 'Grouped data'],
  ['Esc', '[3 Issues]'],
  ['Esc', '20+'],
  ['Esc', 'Workspace Borealis Air'],
  ({ sandbox }) =>
    expect(sandbox.requests.map(({ path }) => path)).toContain(
      `/v1/admin/bots/${sandbox.ids.botId}/issues/${sandbox.ids.issueId}`,
    ),
]);
