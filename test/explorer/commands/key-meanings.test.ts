import { expect, test } from 'vitest';
import { EVERYWHERE, keyPlaces } from '../../../src/explorer/commands/command.ts';
import { commands } from '../../../src/explorer/commands/table.ts';
import { dialogCommands } from '../../../src/explorer/dialogs/palette/dialog-commands.ts';
import { keyLabel } from '../../../src/explorer/state/key-names.ts';

const keys = [...new Set(commands.flatMap(command => command.keys))].sort();

/** Returns the id of the command that a key has on a screen. */
const meaning = (key: string, screen: (typeof EVERYWHERE)[number]): string =>
  commands.find(command => command.keys.includes(key) && keyPlaces(command).includes(screen))?.id ?? '·';

/** Returns a row for each key: its command on each screen, or on all of them. */
function keyTable(): string {
  const rows = keys.map(key => {
    const ids = EVERYWHERE.map(screen => meaning(key, screen));
    return [keyLabel(key), ...(new Set(ids).size === 1 ? [`${ids[0]} everywhere`] : ids)];
  });
  const table = [['key', ...EVERYWHERE], ...rows];
  const widths = ['key', ...EVERYWHERE].map((_, at) =>
    Math.max(...table.filter(({ length }) => length > 2).map(row => row[at]?.length ?? 0)),
  );
  return table
    .map(row =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

test('keys: each one has these meanings', () => {
  expect(keyTable()).toMatchInlineSnapshot(`
    "key         list             record           raw              compare        start
    !           failure.show     failure.show     failure.show     failure.show   ·
    '           bookmark.list    bookmark.list    bookmark.list    bookmark.list  ·
    *           mark.all         ·                ·                ·              ·
    -           history.last everywhere
    /           list.filter      text.find        text.find        text.find      ·
    1           place.jump       place.jump       place.jump       ·              place.jump
    2           place.jump       place.jump       place.jump       ·              place.jump
    3           place.jump       place.jump       place.jump       ·              place.jump
    4           place.jump       place.jump       place.jump       ·              place.jump
    5           place.jump       place.jump       place.jump       ·              place.jump
    6           place.jump       place.jump       place.jump       ·              place.jump
    7           place.jump       place.jump       place.jump       ·              place.jump
    8           place.jump       place.jump       place.jump       ·              place.jump
    9           place.jump       place.jump       place.jump       ·              place.jump
    :           app.line         app.line         app.line         app.line       ·
    <           ·                ·                fold.all         ·              ·
    =           record.compare   record.compare   record.compare   ·              ·
    >           ·                ·                fold.none        ·              ·
    ?           app.help everywhere
    B           backup.open      backup.open      backup.open      backup.open    ·
    C           copy.menu        copy.menu        copy.menu        copy.menu      ·
    D           bot.dev          bot.dev          ·                ·              ·
    E           event.list       event.list       event.list       event.list     ·
    G           move.last everywhere
    H           list.scan-all    ·                ·                ·              ·
    L           request.log      request.log      request.log      request.log    ·
    M           list.all         ·                ·                ·              ·
    N           ·                text.previous    text.previous    text.previous  ·
    R           refresh.cycle    refresh.cycle    refresh.cycle    refresh.cycle  ·
    W           guard.unlock     guard.unlock     guard.unlock     guard.unlock   ·
    X           offline.stop     offline.stop     offline.stop     offline.stop   ·
    [           history.back everywhere
    ]           history.forward everywhere
    a           action.menu      action.menu      action.menu      action.menu    ·
    b           bookmark.toggle  bookmark.toggle  ·                ·              ·
    c           copy.id          copy.id          copy.line        copy.line      ·
    Ctrl-B      move.page-up everywhere
    Ctrl-D      record.delete    record.delete    record.delete    record.delete  ·
    Ctrl-E      header.toggle everywhere
    Ctrl-F      move.page-down everywhere
    Ctrl-L      screen.redraw everywhere
    Ctrl-N      history.forward everywhere
    Ctrl-O      history.back everywhere
    Ctrl-P      profile.switch everywhere
    Ctrl-R      place.reload     place.reload     place.reload     place.reload   ·
    Ctrl-S      export.save      export.save      export.save      export.save    ·
    Ctrl-Space  mark.range       ·                ·                ·              ·
    Ctrl-V      ·                ·                reader.pager     ·              ·
    d           ·                ·                read.half-down   ·              ·
    ↓           move.down everywhere
    e           extension.ask    extension.ask    ·                ·              ·
    End         move.last everywhere
    Enter       place.open       place.open       fold.toggle      place.open     place.open
    Esc         place.back everywhere
    g           move.first everywhere
    h           list.check       ·                ·                ·              ·
    Home        move.first everywhere
    i           issue.list       issue.list       issue.list       issue.list     ·
    j           move.down everywhere
    k           move.up everywhere
    n           ·                text.next        text.next        text.next      ·
    o           link.open        link.open        link.open        ·              ·
    p           preview.toggle   ·                ·                ·              ·
    PgDn        move.page-down everywhere
    PgUp        move.page-up everywhere
    q           app.quit everywhere
    r           place.reload     place.reload     place.reload     place.reload   ·
    →           place.open       place.open       ·                place.open     place.open
    s           list.sort        ·                ·                ·              ·
    Shift-↓     mark.down        ·                ·                ·              ·
    Shift-Tab   ·                tab.previous     tab.previous     ·              ·
    Shift-↑     mark.up          ·                ·                ·              ·
    Space       mark.toggle      ·                read.page-down   ·              ·
    t           time.toggle      time.toggle      ·                time.toggle    ·
    Tab         ·                tab.next         tab.next         ·              ·
    u           ·                record.users     read.half-up     ·              ·
    ↑           move.up everywhere
    v           mark.range       ·                ·                ·              ·
    w           list.wide        ·                ·                ·              ·
    x           ·                secret.reveal    secret.reveal    ·              ·
    y           record.raw       record.raw       document.format  record.raw     ·
    z           list.troubled    ·                ·                ·              ·
    |           ·                ·                reader.pager     ·              ·"
  `);
});

test('keys: one that deletes has no second meaning, on no screen and in no dialog', () => {
  for (const { id, keys: own } of commands.filter(({ destructive }) => destructive))
    for (const key of own) {
      const ids = commands.filter(command => command.keys.includes(key)).map(command => command.id);
      expect(ids, key).toEqual([id]);
      const inDialogs = dialogCommands.flatMap(({ commands: all }) =>
        all.filter(each => each.keys?.includes(key)),
      );
      expect(
        inDialogs.map(command => command.id),
        key,
      ).toEqual([]);
    }
});

test('keys: raw text has those of less and of all screens, and none of a list beside them', () => {
  for (const key of ['b', 'w', 'v', 'ctrl+u', 'm', 's', '*']) expect(meaning(key, 'raw'), key).toBe('·');
});
