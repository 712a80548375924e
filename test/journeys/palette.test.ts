// @module-tag program

import { expect } from 'vitest';
import { settingsEnv } from '../helpers/home.ts';
import { journeys } from '../helpers/journey.ts';

const { journey, smoke } = journeys({ isShared: true, first: 'refund-desk' });

smoke('palette: the name of a command wins over a bot with the same letters', [
  [':help Enter', 'Esc closes'],
  ['Esc :help Space keys Enter', 'Help keys', /j ↓ +down +move.down/],
  ['G', /close .* +place.back/],
  ['/ preview Enter', /^ ▸ p +.*preview.toggle/m],
]);

journey('palette: a remark is not marked as something to run', [
  [':xyzzy', /^ {3}Nothing matches "xyzzy"\.$/m],
]);

journey('palette: :delete opens the delete dialog for the record under the cursor', [
  [':delete Enter', 'Delete this bot permanently?'],
  { DELETE: 0 },
]);

journey('filter: with an invalid one * marks nothing', [
  ['/ nofield:bad Enter'],
  ['*', "Can't parse this filter"],
  ({ terminal }) => expect(terminal.text()).not.toMatch(/\d+ marked/),
]);

journey('palette: a small terminal shows whole names, and keys beside their commands', [
  ({ terminal }) => terminal.resize(40, 12),
  ({ terminal }) => terminal.settle(),
  [':sup', /▸ bot support-prod {2}/, /bot support-staging {2}/],
  ['Ctrl-U issues', /issues of this bot.* i$/m],
]);

smoke('custom keys: they work, and help and hints show them', [
  { start: { env: settingsEnv('keys:\n  record.raw: [ctrl+g, Y]\n') } },
  ['? raw', 'Ctrl-G'],
  ['Esc Y', 'as YAML'],
]);

journey('custom keys: problems are reported at start and listed in the help', [
  { start: { env: settingsEnv('keys:\n  place.relaod: R\n  record.delete: x\n') } },
  ['', '2 problems with your settings and files (? lists them)'],
  ['?', 'would delete by a single key', 'did you mean place.reload?'],
]);
