import { stripVTControlCharacters } from 'node:util';
import { expect, test, vi } from 'vitest';
import { screenRows } from '../../src/explorer/paint/screen.ts';
import { themeOf } from '../../src/explorer/paint/theme.ts';
import type { State } from '../../src/explorer/state/state.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { atRest, openOn, take } from '../helpers/journey.ts';
import { isIdle, sandboxSession } from '../helpers/on-sandbox.ts';
import { isTried } from '../helpers/properties.ts';
import { command } from '../helpers/run-cli.ts';
import { type Culprit, culpritsOf, hitBy, INCIDENTS, pathOf, rowOnScreen } from './incident.ts';

/** Rows of the culprit when all bots are checked: here an older failure is on more bots. */
const LATER: Readonly<Record<string, number>> = { 'renamed-account.yaml': 2 };
/** Files whose culprit stands behind the first page. */
const BEHIND = new Set(['deleting.yaml', 'expired-schedule.yaml', 'webhook-502.yaml']);
const firstRow = (file: string): number => LATER[file] ?? 1;

test.each(INCIDENTS)('incidents: health names the culprit of %s first, with its bots', async file => {
  await using sandbox = await startSandbox({ records: pathOf(file), pageSize: 1000 });
  const { out } = await command(sandbox, ['bots', 'health', '-o', 'json']);
  const { causes } = JSON.parse(out);
  const names = sandbox.idsOf('bot', {});

  expect(names.length).toBeGreaterThanOrEqual(200);
  for (const [at, culprit] of (await culpritsOf(file)).entries()) {
    const cause = causes[firstRow(file) - 1 + at];
    expect(cause).toMatchObject({ cause: culprit.words, level: 'problem' });
    expect(cause.bots.map(({ id }: JsonObject) => id).toSorted()).toEqual(hitBy(culprit, names).toSorted());
  }
});

const theme = themeOf('terminal', { depth: 'mono', ascii: false, links: false });
const linesOf = (state: State): readonly string[] =>
  screenRows(state, theme).map(row => stripVTControlCharacters(row));

const { start, state, keys, until, checkEnds } = sandboxSession({ odd: false, health: 'auto' });

/** Opens the list of bots of a file, and returns its culprits with the names of the bots that they hit. */
async function open(file: string, size: State['screen']['size']) {
  const { sandbox } = await start({ records: pathOf(file), size });
  const [page, culprits] = [sandbox.idsOf('bot', {}), await culpritsOf(file)];
  await until(isIdle);
  const isBehind = culprits.some(culprit => hitBy(culprit, page).length < 2);
  return { culprits, isBehind };
}

/** Waits until the culprits are in the first rows, in any order: some of their bots may not be checked. */
const expectFirst = (culprits: readonly Culprit[], first = 1) =>
  vi.waitFor(
    () => {
      const screen = linesOf(state()).join('\n');
      const rows = culprits.map(({ words }) => rowOnScreen(screen, words));
      expect(rows.toSorted()).toEqual(culprits.map((_, at) => first + at));
    },
    { timeout: 10_000 },
  );

test.each(INCIDENTS.filter((_file, at) => isTried(at)))(
  'incidents: the screen shows the culprit of %s first, and its change',
  async file => {
    const { culprits, isBehind } = await open(file, { columns: 160, rows: 50 });
    if (!isBehind) await expectFirst(culprits);
    keys('H');
    await expectFirst(culprits, firstRow(file));
    expect(isBehind).toBe(BEHIND.has(file));
    keys(':changes Enter');
    for (const { change, bots } of culprits) {
      if (change === undefined) continue;
      const isIts = (line: string): boolean =>
        line.includes(change) && Object.keys(bots).some(name => line.includes(name));
      await vi.waitFor(() => expect(linesOf(state()).slice(3, 6).some(isIts)).toBe(true));
    }
  },
);

/** Bots on a screen of 24 rows. */
const VISIBLE = 18;

test.each(INCIDENTS.filter((_file, at) => isTried(at + 5)))(
  'incidents: a small screen shows the culprit of %s first after p',
  async file => {
    const { culprits, isBehind } = await open(file, { columns: 80, rows: 24 });
    if (isBehind) {
      keys('H');
      await checkEnds();
    }
    // The order is frozen from then on.
    await until(({ data: { records } }) => {
      const read = Object.values(records).filter(({ phase }) => phase !== 'loading');
      return read.length >= VISIBLE;
    });
    keys('p');
    await expectFirst(culprits, isBehind ? firstRow(file) : 1);
  },
);

test.each([
  ['dead-host.yaml', /Bots: 14:/],
  ['version-fails.yaml', /Changed before: `whatsapp 4.5.6 → 5.0.0 on praxis-1 and 3 more, 2 min before`/],
  ['two-at-once.yaml', /Changed before: `teams 1.1.3 → 1.2.0 on flight-3, at /],
])('incidents: an alert about %s becomes a post by three keys', { tags: 'program' }, async (file, post) => {
  const [{ words = '' } = {}] = await culpritsOf(file);
  const flags = ['--demo', '--records', pathOf(file)];
  await take(
    await openOn(undefined, { flags, columns: 160, rows: 50 }),
    ['', 'Causes'],
    ['H', /\d+ loaded/],
    atRest,
    [`"[FIRING:1] bots unhealthy\n${words}\nhttps://alerts.example/1"`, words],
    ['Enter', `Bots · ${words}`],
    ['P', 'copied'],
    ({ terminal }) => {
      expect(terminal.copies()).toHaveLength(1);
      expect(terminal.copies()[0]).toContain(words);
      expect(terminal.copies()[0]).toMatch(post);
    },
  );
});
