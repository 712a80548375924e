import { expect } from 'vitest';
import { spansText } from '../../../src/explorer/facts/line.ts';
import { viewTitle } from '../../../src/explorer/frame/titles.ts';
import { placeSpeech } from '../../../src/explorer/speech/place.ts';
import type { FakeExplorer } from '../../helpers/fake-explorer.ts';
import { onBots, scenes } from '../../helpers/scenes.ts';

const VIEWS = {
  ones: 'bots?filter=1',
  hit: 'bots?filter=health:problem',
  nines: 'bots?filter=9&sort=name',
  one: 'bots/b1',
  odd: 'nothing/at/all',
};

const start = (size: { columns: number; rows: number }, next?: string) => async () => {
  const started = await onBots(20, { size, ...(next && { next }) })();
  started.explorer.change(state => ({ ...state, user: { ...state.user, savedViews: VIEWS } }));
  return started;
};

const title =
  (wanted: string) =>
  ({ state }: FakeExplorer): void => {
    const { spans, title: words } = viewTitle(state());
    expect(spans ? spansText(spans) : words).toBe(wanted);
  };

scenes('saved views', start({ columns: 100, rows: 24 }), {
  'stand above their list as tabs that digits open, with counts, and without a request': [
    title('[1 all 20]  2 ones 11  3 hit 0+  4 nines 2'),
    ['2', { filter: '1', cursor: 'b1' }, title('1 all 20  [2 ones 11]  3 hit 0+  4 nines 2')],
    ['4', { filter: '9', shown: ['b19', 'b9'] }],
    ['1', { filter: undefined, cursor: 'b19', calls: 2, depth: 2 }],
    ['5', { filter: undefined }],
    ['/ 3 Enter', title('1 all 20  2 ones 11  3 hit 0+  4 nines 2  /3/')],
    [
      '2',
      ({ state }: FakeExplorer) =>
        expect(placeSpeech(state()).tabs).toMatch(/^tabs: 2 ones 11, chosen; 1 all 20/),
    ],
  ],
  'one that is a bookmark wins over one of the settings, until b removes it': [
    ['/3 Enter :view Space ones Space = Enter', { notice: 'Saved: :view ones opens it.' }],
    [':bots Enter :view Space ones Enter', { filter: '3' }, "'", { choices: [{ label: 'ones' }] }],
    ['b', { notice: /^Bookmark removed/ }, 'b', { notice: /^Bookmark restored/ }],
    ['b Esc :view Space ones Enter', { filter: '1' }],
  ],
  'are in the palette, and one with an invalid place opens nothing': [
    [':nines', { choices: [{ label: 'view nines', title: 'bots?filter=9&sort=name' }] }],
    ['Ctrl-U view Space odd Enter', { notice: /^View odd opens nothing/, dialog: 'palette' }],
  ],
  'have a + while more pages follow': [
    { start: start({ columns: 100, rows: 24 }, 'two') },
    title('[1 all 20+]  2 ones 11+  3 hit 0+  4 nines 2+'),
  ],
  'are no tabs on a narrow screen, where digits do nothing': [
    { start: start({ columns: 40, rows: 12 }) },
    title('Bots'),
    ['2', { filter: undefined }],
  ],
});
