import { expect, test } from 'vitest';
import { withUndocumentedAllowed } from '../../../../src/explorer/actions/undocumented.ts';
import { changesPlace, type ListPlace, placeKey } from '../../../../src/explorer/state/place.ts';
import { shownLines } from '../../../helpers/fake-explorer.ts';
import { isListed, sandboxSession } from '../../../helpers/on-sandbox.ts';

const options = { ext: true, size: { columns: 160, rows: 50 } };
const { start, state, until, keys } = sandboxSession(options, isListed);

const rowsOf = async (place: ListPlace) => {
  const of = ({ data: { lists } }: ReturnType<typeof state>) => lists[placeKey(place)];
  return of(await until(each => of(each)?.phase === 'ready'))?.last?.value.items ?? [];
};

test('changes: issues loaded with consent have their own times, and the bot shows them at 160x50', async () => {
  const { sandbox, explorer } = await start();
  const { botId } = sandbox.ids;
  const place = { screen: 'list', kind: 'issue', ids: { botId } } as const;
  explorer.change(before => withUndocumentedAllowed(before, true, explorer.now()));
  keys('Enter');
  explorer.open(place);
  const [issue = {}] = await rowsOf(place);
  keys('Esc');

  const text = shownLines(state()).join('\n');
  expect(text).toMatch(/\nIntegrations\n( .*\n)+Recurring events\n( .*\n)+Issues seen\n( .*\n)+Bot\n/);
  expect(text).toContain(`\n   ${issue['title']} `);

  keys(':changes Enter');
  const rows = await rowsOf(changesPlace);
  for (const [words, at] of [
    ['issue', 'createdAt'],
    ['issue seen again', 'lastSeenAt'],
  ] as const) {
    const row = { what: `${words}: ${issue['title']}`, when: issue[at], bot: botId, source: 'response' };
    expect(rows).toContainEqual(expect.objectContaining(row));
  }
});
