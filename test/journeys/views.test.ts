// @module-tag program

import { test } from 'vitest';
import { newFolder } from '../helpers/folder.ts';
import { settingsEnv } from '../helpers/home.ts';
import { journeys, take } from '../helpers/journey.ts';
import { openRestartable } from '../helpers/restarting.ts';
import { not } from '../helpers/rows.ts';

const { journey, open } = journeys();

const SAVE_FAQ = [
  ['/ faq Enter', 'Bots /faq'],
  [':view Space faq Space = Enter', 'Saved: :view faq opens it'],
] as const;
const OPEN_FAQ = ':view Space faq Enter';

test('saved views: one has its filter and sort order, also in the next run', async () => {
  const { run } = await openRestartable();
  const first = await run();
  await take(first, ['', 'support-prod'], ['s N'], ...SAVE_FAQ);
  await first.terminal.quit();

  await take(await run(), ['', 'support-prod'], [OPEN_FAQ, 'Bots /faq/', /NAME[↓↑]/, not('support-prod')]);
});

journey(
  'saved views: one is a bookmark with its name, and b removes it',
  [
    ...SAVE_FAQ,
    ["'", /faq +bots Bots \/faq/],
    ['b', 'Bookmark removed'],
    ['b', 'Bookmark restored'],
    [`b Esc ${OPEN_FAQ}`, 'Usage: view <name>'],
  ],
  { env: { XDG_CONFIG_HOME: newFolder('views') } },
);

const withViews = (line: string) => open({ env: settingsEnv(`views:\n  ${line}\n`) });

test('saved views: a bookmark wins over a view of the settings with the same name', async () => {
  await take(
    await withViews('faq: bots?filter=updated>30d'),
    ['/ faq Enter', '/faq/'],
    ...SAVE_FAQ.slice(1),
    [':bots Enter'],
    [OPEN_FAQ, '2 faq 8+  /faq/'],
  );
});

test('saved views: the palette lists them', async () => {
  await take(
    await withViews('stale: bots?filter=updated>30d'),
    [':stale', 'bots?filter=updated>30d'],
    ['Enter', '[2 stale 8+]'],
  );
});

test('saved views: one with an invalid place is reported and opens nothing', async () => {
  await take(await withViews('odd: nothing/at/all'), [':view Space odd Enter', 'View odd opens nothing']);
});
