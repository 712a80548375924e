import { expect, test } from 'vitest';
import { dialogs } from '../../../src/explorer/dialogs/table.ts';
import { layoutOf } from '../../../src/explorer/facts/layout.ts';
import type { AnyDialog } from '../../../src/explorer/state/dialogs.ts';

const kinds = Object.keys(dialogs) as readonly AnyDialog['kind'][];

const panelOf = (kind: AnyDialog['kind']): number =>
  layoutOf({ screen: { size: { columns: 120, rows: 40 } }, dialog: { kind: kind } as AnyDialog }).panel;

test.each(kinds)(
  'dialogs: %s has a title and covers the body, has a panel, or uses only the row above the keys',
  kind => {
    const { title, message, field } = dialogs[kind];

    if (title !== undefined) expect(panelOf(kind)).toBe(0);
    else if (panelOf(kind) === 0) expect(message ?? field).toBeDefined();
  },
);
