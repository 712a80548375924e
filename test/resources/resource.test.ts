import { describe, expect, test } from 'vitest';
import { bot } from '../../src/resources/bot.ts';
import { conversation } from '../../src/resources/conversation.ts';
import { cellOf, cellText } from '../../src/resources/fields.ts';
import { event, issue } from '../../src/resources/issue.ts';
import { backup, change, journalEntry, request } from '../../src/resources/local-kinds.ts';
import { resourceNamed, resourceOf, resources, root } from '../../src/resources/registry.ts';
import { nameOf, ownId, rawName, refOf } from '../../src/resources/resource.ts';
import { err, ok } from '../../src/text/result.ts';
import { safe } from '../../src/text/sanitise.ts';

test('registry: a kind that says that it is on a tab is on one', () => {
  const onTabs = resources.flatMap(({ children }) => children.map(({ to }) => to));

  for (const { kind, onTab } of resources) if (onTab !== undefined) expect(onTabs).toContain(kind);
});

test('reference: has the ids of the parents and of the record; an invalid one is refused', () => {
  const ids = { botId: 'b1', issueId: 'iss_1' };

  expect(refOf(issue, { botId: 'b1' }, 'iss_1')).toEqual(ok({ kind: 'issue', ids }));
  expect(refOf(issue, { botId: '..' }, 'iss_1')).toEqual(err(expect.any(String)));
});

test('event: its conversation comes first, and the last value is cut at its end', () => {
  const data = {
    channel: 'slack',
    duration: '6618 ms of 60',
    conversationId: 'conv_01M88SDBRHA30W87CVJ839JC',
  };
  const [column] = event.columns;
  const clock = { now: 0, exact: true };
  const text = column && cellText(cellOf(event, { data }, { column, clock }).text, column, 68);

  expect(text).toBe('conversationId=conv_01M88SDBRHA30W87CVJ839JC  channel=slack  durati…');
});

/** Of November 2025, in the time zone of the machine. */
const novemberAt = (day: number, hour: number, minute = 0) => new Date(2025, 10, day, hour, minute);

test.each([
  [novemberAt(21, 5, 10), 'between 05:10 and 06:24'],
  [novemberAt(20, 23, 57), 'Thu 23:57 to 06:24'],
  [novemberAt(10, 12), '2025-11-10 to 06:24'],
])('change: the two times between which it happened are in their column whole: %j, %s', (from, shown) => {
  const column = change.columns.find(({ field }) => field === 'when');
  const when = `${from.toISOString()}/${novemberAt(21, 6, 24).toISOString()}`;
  const clock = { now: novemberAt(21, 7).getTime(), exact: false };
  const cell = column && cellOf(change, { when }, { column, clock });

  expect(column && cellText(cell?.text ?? safe``, column, column.width).trim()).toBe(shown);
});

test.each([request, journalEntry, backup])(
  'time of this machine: $kind has seconds, whole in its column',
  kind => {
    const column = kind.columns.find(({ field }) => field === 'at');
    const [at, exact] = ['2025-11-21T06:12:30.123Z', '2025-11-21 06:12:30Z'];
    const now = Date.parse('2025-11-21T06:12:36.123Z');
    const cells = [true, false].map(isExact => {
      const cell = column && cellOf(kind, { at }, { column, clock: { now, exact: isExact } });
      return (
        column && cellText(cell?.text ?? safe``, column, column[isExact ? 'exact' : 'width'] ?? 0).trim()
      );
    });

    expect(cells).toEqual([exact, '6s']);
    expect(kind.fields['at']?.show(at, { now, exact: true })).toBe(exact);
    expect(kind.fields['at']?.show(at, { now, exact: false })).toBe(`${exact} (6s ago)`);
  },
);

test.each([{}, { id: '' }, { id: 7 }, { id: null }])('reference: the record %j has no id', record => {
  expect(ownId(record)).toBeUndefined();
});

test('record name: is unchanged as data, and clean on the screen', () => {
  expect(rawName(bot, { name: 'a\nb' })).toBe('a\nb');
  expect(nameOf(bot, { name: 'a\nb' })).toBe('a^Jb');
  expect(nameOf(issue, { title: 'It fails' })).toBe('It fails');
});

test.each([{}, { name: '' }, { name: '  ' }, { name: 7 }, { name: null }])(
  'record name: is unset in %j',
  record => {
    expect(rawName(bot, record)).toBeUndefined();
    expect(nameOf(bot, record)).toBe('(no name)');
  },
);

test('record name: is unset for a kind without names', () => {
  expect(rawName(conversation, { name: 'x' })).toBeUndefined();
});

test('record name: has at most 200 units', () => {
  expect(nameOf(bot, { name: 'x'.repeat(100_000) })).toHaveLength(201);
});

describe.each(resources.map(resource => [resource.kind, resource] as const))(
  'the kind %s',
  (_kind, resource) => {
    test('registry: no field is in two sections', () => {
      const shown = resource.sections.flatMap(({ fields, document }) =>
        document === undefined ? fields : [],
      );

      expect(new Set(shown).size).toBe(shown.length);
    });

    test('registry: the first column is shown on every screen', () => {
      expect(resource.columns[0]?.rank ?? 1).toBe(1);
    });

    test('registry: children are kinds that exist and can be reached', () => {
      for (const child of resource.children) {
        const target = resourceOf(child.to);
        if (child.from === 'list') expect(target.list).toBeDefined();
        if (child.from === 'inside') expect(Object.keys(resource.fields)).toContain(child.field);
        if (child.from === 'typed') expect(target.ids.slice(0, -1)).toEqual(resource.ids);
      }
    });

    test('registry: a kind is found by its name and by each alias', () => {
      for (const word of [resource.kind, ...resource.aliases]) expect(resourceNamed(word)).toBe(resource);
    });
  },
);

test('registry: no alias means two kinds', () => {
  const words = resources.flatMap(({ kind, aliases }) => [kind, ...aliases]);

  expect(new Set(words).size).toBe(words.length);
});

test('registry: an unknown alias finds no kind, and an unknown kind throws', () => {
  expect(resourceNamed('nothing')).toBeUndefined();
  expect(resourceNamed('constructor')).toBeUndefined();
  expect(() => resourceOf('nothing')).toThrow('no kind nothing');
});

test('registry: all kinds are reachable from the root', () => {
  const reached = new Set([root.kind]);

  for (const kind of reached) for (const { to } of resourceOf(kind).children) reached.add(to);

  expect([...reached].sort()).toEqual(resources.map(({ kind }) => kind).sort());
});
