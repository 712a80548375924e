// @module-tag program

import { test } from 'vitest';
import { openExplorer } from '../helpers/explorer.ts';
import { atRest, take } from '../helpers/journey.ts';

/** Replaces everything that differs at each run: times, ages, ports, the home folder. */
const steady = (styled: string): string =>
  styled
    .replace(/\/\S*botscope-home-\w+/g, '~')
    .replace(/127\.0\.0\.1:\d{5}/g, 'host.example:443')
    .replace(/127\.[\d.]*([…~])\d+/g, 'host$1443')
    .replace(/ +((?:<[^>]*>)?RW (?:[·.] )?)(?:now|\d+s(?: ago)?)/g, ' $1~')
    // Since when depends on the hour of the test.
    .replace(/ [·.] (since|after) ((\w{3} )?\d\d:\d\d|\d{4}-\d\d-\d\d)/g, '')
    .replace(/( bots? {2,3}(?:<dim>)?)[^<\n]*<\/>/g, '$1(met)</>')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\dZ( \([^)]*\))?/g, '(time)')
    .replace(/((?:[│|]|<dim>) {7}|^ {7}<dim>)[^<\n]*<\/>/gm, '$1(met)</>')
    .replace(/ +(\d+(s|m|h|d|w|mo|y)|now)(?= |$)/gm, age => '~'.padStart(age.length));

/** Columns, rows, and the end of the first checks of health. */
const SIZES = [
  [80, 24, '18 of 20+ checked'],
  [120, 40, '34 of 40+ checked'],
  [40, 12, 'of 8 need attention'],
] as const;

const LOOKS = [
  ['the standard colours', {}, []],
  ['NO_COLOR', { NO_COLOR: '1' }, []],
  ['--ascii', {}, ['--ascii']],
] as const;

const WALK = [
  ['bots', '', 'support-prod'],
  ['delete', 'Ctrl-D', 'checked just now'],
  ['bot', 'Esc Enter', 'Diagnosis'],
  ['home', 'Esc Esc', 'Workspace Borealis'],
  ['help', '?', 'Esc close'],
  ['palette', 'Esc :', 'Places and commands'],
] as const;

const CASES = SIZES.flatMap(size =>
  LOOKS.map(look => [`${size[0]} x ${size[1]} in ${look[0]}`, { size, look }] as const),
);

test.concurrent.for(CASES)('screens: %s', async ([, { size, look }], { expect }) => {
  const [columns, rows, checked] = size;
  const [, env, flags] = look;
  const opened = await openExplorer({ columns, rows, env, flags, health: 'auto' });
  try {
    await take(opened, ['', checked, columns < 80 ? '' : 'Borealis Air']);
    for (const [name, keys, shown] of WALK) {
      await take(opened, [keys, shown, screen => !/checking\b/.test(screen)], atRest);
      expect(steady(opened.terminal.styled())).toMatchSnapshot(name);
    }
  } finally {
    await opened.close();
  }
});
