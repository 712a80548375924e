// @module-tag smoke

import { expect } from 'vitest';
import { journeys } from '../helpers/journey.ts';

const { journey } = journeys();

journey('search: in raw text n and N move and wrap around; elsewhere ↑ brings the last one back', [
  ['y', ' name: support-prod'],
  ['/ failed Enter', /"failed" 1\/\d+/],
  ['n', /"failed" 2\/\d+/],
  ['N N', 'Search wrapped'],
  ({ terminal }) => expect(terminal.styled()).toContain('underline'),
  ['/ invalid Enter', /▸ +statusReason: "invalid_auth/],
  ['/ failed Enter', /"failed" \d+\/\d+/],
  ['Esc j y', ' name: support-staging'],
  ['n', 'No search yet'],
  ['/ ↑ Enter', /"failed" \d+\/\d+|No match for "failed"/],
]);

journey('search: a pattern without a match is reported', [
  ['Enter', 'Diagnosis'],
  ['/ zzz Enter', 'No match for "zzz".'],
]);
