import { expect, test } from 'vitest';
import { dialogs } from '../../../src/explorer/dialogs/table.ts';
import type { Overlay } from '../../../src/explorer/state/dialogs.ts';
import { layoutOf } from '../../../src/explorer/view/layout.ts';

const kinds = Object.keys(dialogs) as readonly Overlay['is'][];

const panelOf = (kind: Overlay['is']): number =>
  layoutOf({ screen: { size: { columns: 120, rows: 40 } }, overlay: { is: kind } as Overlay }).panel;

test.each(kinds)(
  'the dialog %s covers the body under a title, has a panel, or only the row above the keys',
  kind => {
    const { title, message } = dialogs[kind];

    if (title !== undefined) expect(panelOf(kind)).toBe(0);
    else if (panelOf(kind) === 0) expect(message).toBeDefined();
  },
);
