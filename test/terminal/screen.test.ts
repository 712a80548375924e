// @module-tag program

import { expect, it } from 'vitest';
import type { Terminal } from '../helpers/terminal.ts';
import { fixtureApp } from './build-fixture.ts';

const fixture = fixtureApp();
let terminal: Terminal;

it.each([
  ['all keys of one write count', 'j'.repeat(300), 'j 300 '],
  ['each key sees the effect of the key before it', '\x1b[B\x1b[B\r', 'acted row 2'],
  ['Esc, then a key in the same write, are two keys', '\x1bj', /j 1 [^\n]*\n *last "j" {2}in company/],
  ['Esc alone is Esc', '\x1b', 'last "" escape alone'],
])('keys: %s', async (_name, keys, shown) => {
  terminal = await fixture.open();

  terminal.send(keys);

  await terminal.waitFor(shown);
});

it('keys: keys unknown to Ink, and pastes, do nothing to the app', async () => {
  terminal = await fixture.open();

  terminal.send('\x1bOP\x1b[<0;3;3M\x1b]11;rgb:0/0/0\x07');
  await terminal.paste('q\rjjj');
  await terminal.waitFor('pasted "q\\rjjj"');

  expect(terminal.text()).toContain('j 0 row 0 acted nothing');
});

it.each([{ CI: 'true' }, { CI: '' }, { TERM: 'foot' }, { FORCE_COLOR: '0' }, { NO_COLOR: '1' }])(
  'screen: styles survive %j',
  async env => {
    terminal = await fixture.open({ env });

    expect(terminal.styled()).toContain('<inverse>size 80 x 24');
  },
);
