// @module-tag smoke

import { expect } from 'vitest';
import { journeys } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey } = journeys();

const ON_WEBHOOK = [
  ['Enter', '[1 Overview]'],
  ['y', 'secrets masked'],
  ['/ webhookUrl Enter', /▸ +webhookUrl: "•+"/],
] as const;

journey('reveal: x shows the secret of a line and masks it again', [
  ...ON_WEBHOOK,
  ['x', /Masked again in \d+ s/, 'https://hooks.'],
  ['x', not('https://hooks.')],
]);

journey(
  'reveal: --no-reveal keeps it masked',
  [
    ...ON_WEBHOOK,
    ['x', 'Secrets stay masked (--no-reveal'],
    ({ terminal }) => expect(terminal.bytes()).not.toContain('https://hooks.'),
  ],
  { flags: ['--no-reveal'] },
);
