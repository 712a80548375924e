// @module-tag program

import { describe, expect, it } from 'vitest';
import type { Terminal } from '../helpers/terminal.ts';
import { fixtureApp } from './build-fixture.ts';

const fixture = fixtureApp();
let terminal: Terminal;

describe('keys', () => {
  it('keys: all keys of one write count', async () => {
    terminal = await fixture.open();

    terminal.send('j'.repeat(300));

    await terminal.waitFor('j 300 ');
  });

  it('keys: keys typed before the first frame are not echoed', async () => {
    terminal = await fixture.open();

    expect(terminal.text()).toContain('raw before the first frame: true');
  });

  it('keys: each key sees the effect of the key before it', async () => {
    terminal = await fixture.open();

    terminal.send('\x1b[B\x1b[B\r');

    await terminal.waitFor('acted row 2');
  });

  it('keys: a lone key is told apart from others', async () => {
    terminal = await fixture.open();

    await terminal.press('d');
    await terminal.waitFor('last "d"  alone');
    await terminal.settle();
    terminal.send('jd');
    await terminal.waitFor('last "d"  in company');
  });

  it('keys: Esc, then a key in the same write, are two keys', async () => {
    terminal = await fixture.open();

    terminal.send('\x1bj');

    await terminal.waitFor('j 1 ');
    expect(terminal.row(3)).not.toContain('meta');
  });

  it('keys: Esc alone is Esc', async () => {
    terminal = await fixture.open();

    await terminal.press('Escape');

    await terminal.waitFor('last "" escape alone');
  });

  it('keys: keys unknown to Ink, and pastes, do nothing to the app', async () => {
    terminal = await fixture.open();

    terminal.send('\x1bOP\x1b[<0;3;3M\x1b]11;rgb:0/0/0\x07');
    await terminal.paste('q\rjjj');
    await terminal.waitFor('pasted "q\\rjjj"');

    expect(terminal.text()).toContain('j 0 row 0 acted nothing');
  });
});

describe('styles survive', () => {
  it.each([{ CI: 'true' }, { CI: '' }, { TERM: 'foot' }, { FORCE_COLOR: '0' }, { NO_COLOR: '1' }])(
    'keys: %j',
    async env => {
      terminal = await fixture.open({ env });

      expect(terminal.styled()).toContain('<inverse>size 80 x 24');
    },
  );
});

it('screen: the app fills the terminal, whatever its size', async () => {
  terminal = await fixture.open();

  for (const [columns, rows] of [
    [40, 10],
    [132, 43],
    [1, 1],
    [60, 15],
  ] as const) {
    terminal.resize(columns, rows);
  }

  await terminal.waitFor('size 60 x 15');
  expect(terminal.text().match(/acted nothing/g)).toHaveLength(1);
});
