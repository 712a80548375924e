// @module-tag program

import { expect, test } from 'vitest';
import { fixtureApp } from './build-fixture.ts';

const fixture = fixtureApp();

test.each([{ CI: 'true' }, { CI: '' }, { TERM: 'foot' }, { FORCE_COLOR: '0' }, { NO_COLOR: '1' }])(
  'screen: styles survive %j',
  async env => {
    const terminal = await fixture.open({ env });

    expect(terminal.styled()).toContain('<inverse>size 80 x 24');
  },
);
