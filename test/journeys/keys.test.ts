// @module-tag smoke

import { settingsEnv } from '../helpers/home.ts';
import { journeys } from '../helpers/journey.ts';

const { journey } = journeys();

journey(
  'custom keys: they work, and help and hints show them',
  [
    ['? raw', 'Ctrl-G'],
    ['Esc Y', 'as YAML'],
  ],
  { env: settingsEnv('keys:\n  record.raw: [ctrl+g, Y]\n') },
);

journey(
  'custom keys: problems are reported at start and listed in the help',
  [
    ['', '2 problems with your settings and files (? lists them)'],
    ['?', 'would delete by a single key', 'did you mean place.reload?'],
  ],
  { env: settingsEnv('keys:\n  place.relaod: R\n  record.delete: x\n') },
);
