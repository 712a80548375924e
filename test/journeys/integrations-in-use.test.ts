// @module-tag program

import { journeys, until } from '../helpers/journey.ts';

const { journey } = journeys();

journey('integrations in use: a list of the versions that loaded bots use, which leads to those bots', [
  [':integrations Enter', 'No records checked yet'],
  ['Esc Enter', 'support-prod'],
  ['H', /(\d+) of \1 bots checked/],
  ['Esc', 'Needs attention'],
  ['G', /Integrations in use +\d+ across (\d+) of \1 bots$/m],
  until('k', /▸ +Integrations in use/),
  [
    'Enter',
    /Integrations in use ─+ \d+ in \d+ bots checked/,
    /NAME@VERSION +BOTS +FAILING +STATUS\n ▸ +\S+@\S+ +\d+ +\d+/,
  ],
  ['/ bots>1 Enter', /\d+ of \d+ match/],
  ['Enter', /Used by ─+ \d+ found · (\d+) of \1 bots checked/],
]);
