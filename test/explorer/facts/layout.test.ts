import { describe, expect, test } from 'vitest';
import { layoutOf, pageRows } from '../../../src/explorer/facts/layout.ts';
import type { AnyDialog } from '../../../src/explorer/state/dialogs.ts';
import { emptyEditor } from '../../../src/explorer/state/text-field.ts';

/** Rows of the breadcrumb, title, message and keys. */
const FRAME = 4;

const openDialogs: readonly (AnyDialog | undefined)[] = [
  undefined,
  { kind: 'palette', editor: emptyEditor, choice: 0 },
];

describe.each(openDialogs.map(dialog => [dialog?.kind ?? 'nothing', dialog] as const))(
  'with %s open',
  (_name, dialog) => {
    test('layout: from 8 rows on, the parts use every row exactly once', () => {
      for (let rows = 8; rows <= 120; rows++) {
        const layout = layoutOf({ screen: { size: { columns: 80, rows } }, dialog });

        expect(FRAME + (layout.rule ? 1 : 0) + layout.body + layout.panel).toBe(rows);
        expect(layout.body).toBeGreaterThanOrEqual(2);
        expect(layout.panel).toBeGreaterThanOrEqual(0);
      }
    });

    test.each([0, 1, 2, 5, 7])('layout: even a screen of %i rows has a body', rows => {
      const layout = layoutOf({ screen: { size: { columns: 0, rows } }, dialog });

      expect(layout.body).toBeGreaterThanOrEqual(1);
      expect(layout.panel).toBeGreaterThanOrEqual(0);
      expect(layout.columns).toBe(1);
      expect(pageRows({ screen: { size: { columns: 0, rows } }, dialog }, true)).toBeGreaterThanOrEqual(1);
    });
  },
);

test('layout: a table uses one row for its column titles', () => {
  const state = { screen: { size: { columns: 80, rows: 24 } }, dialog: undefined };

  expect(pageRows(state, true)).toBe(pageRows(state, false) - 1);
});

test('layout: low screens drop the rule above the message', () => {
  expect(layoutOf({ screen: { size: { columns: 80, rows: 10 } }, dialog: undefined }).rule).toBe(true);
  expect(layoutOf({ screen: { size: { columns: 80, rows: 9 } }, dialog: undefined }).rule).toBe(false);
});

test('layout: the help covers the view', () => {
  const dialog = { kind: 'palette', scope: 'keys', editor: emptyEditor, choice: 0 } as const;

  expect(layoutOf({ screen: { size: { columns: 80, rows: 24 } }, dialog })).toMatchObject({
    panel: 19,
    body: 0,
  });
});
