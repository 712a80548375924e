import { expect, test } from 'vitest';
import { dialogs } from '../../../src/explorer/dialogs/registry.ts';
import { layoutOf, pageRows } from '../../../src/explorer/facts/layout.ts';
import type { AnyDialog } from '../../../src/explorer/state/dialogs.ts';
import { emptyEditor } from '../../../src/explorer/state/text-field.ts';

/** Rows of the breadcrumb, title, message and keys. */
const FRAME = 4;

const PALETTE: AnyDialog = { kind: 'palette', editor: emptyEditor, choice: 0 };
const on = (rows: number, dialog?: AnyDialog, columns = 80) => ({
  screen: { size: { columns, rows } },
  dialog,
});

test.each([undefined, PALETTE])(
  'layout: the parts use every row exactly once, and there is a body, with %j',
  dialog => {
    for (let rows = 8; rows <= 120; rows++) {
      const { rule, body, panel } = layoutOf(on(rows, dialog));

      expect(FRAME + (rule ? 1 : 0) + body + panel).toBe(rows);
      expect(body).toBeGreaterThanOrEqual(2);
      expect(panel).toBeGreaterThanOrEqual(0);
    }
    for (const rows of [0, 1, 2, 5, 7]) {
      const { columns, body, panel } = layoutOf(on(rows, dialog, 0));

      expect(body).toBeGreaterThanOrEqual(1);
      expect(panel).toBeGreaterThanOrEqual(0);
      expect(columns).toBe(1);
      expect(pageRows(on(rows, dialog, 0), true)).toBeGreaterThanOrEqual(1);
    }
  },
);

test('layout: a table uses one row for its column titles, low screens drop the rule, the help covers the view', () => {
  expect(pageRows(on(24), true)).toBe(pageRows(on(24), false) - 1);
  expect([layoutOf(on(10)).rule, layoutOf(on(9)).rule]).toEqual([true, false]);
  expect(layoutOf(on(24, { ...PALETTE, scope: 'app.help' }))).toMatchObject({ panel: 19, body: 0 });
});

const kinds = Object.keys(dialogs) as readonly AnyDialog['kind'][];

test.each(kinds)(
  'dialogs: %s has a title and covers the body, has a panel, or uses only the row above the keys',
  kind => {
    const { title, message, field } = dialogs[kind];
    const { panel } = layoutOf(on(40, { kind } as AnyDialog, 120));

    if (title !== undefined) expect(panel).toBe(0);
    else if (panel === 0) expect(message ?? field).toBeDefined();
  },
);
