import { expect, test } from 'vitest';
import { commands } from '../../../src/explorer/commands/table.ts';

/** Characters that need AltGr, by keyboard layout. */
const BEHIND_ALTGR: Readonly<Record<string, string>> = {
  de: '@[]{}\\|~',
  fr: '@[]{}\\|~#^`',
  es: '@[]{}\\|~#',
  pl: '',
  sv: '@[]{}\\|~$',
};

const isHidden = (key: string, hidden: string): boolean => hidden.includes(key.replace(/^ctrl\+/, ''));

test.each(Object.entries(BEHIND_ALTGR))(
  'keyboard layout %s: every action has a key without AltGr',
  (_layout, hidden) => {
    const unreachable = commands
      .filter(({ keys }) => keys.length > 0 && keys.every(key => isHidden(key, hidden)))
      .map(({ id }) => id);

    expect(unreachable).toEqual([]);
  },
);
