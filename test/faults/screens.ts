import { renderToString } from 'ink';
import { createElement } from 'react';
import { press } from '../../src/commands/dispatch.ts';
import { Screen } from '../../src/ui/app.tsx';
import { themeOf } from '../../src/ui/theme.ts';
import { atRest, exploring } from '../hostile/walking.ts';

const STYLES = /\u001b\[[0-9;]*m/g;
const SIZE = { columns: 100, rows: 30 };
const THEME = themeOf('mono', { depth: '16', ascii: false, links: false });

/** An explorer on a server, through the real client, and what is painted of it. */
export async function painted(...given: Parameters<typeof exploring>) {
  const { explorer } = exploring(...given);
  explorer.store.setState({ size: SIZE });
  await atRest(explorer);
  return {
    explorer,
    /** Presses keys, and waits for what they have asked for. */
    keys: async (...names: readonly string[]): Promise<void> => {
      for (const name of names)
        press(explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
      await atRest(explorer);
    },
    screen: (): string => {
      const shown = { explorer, state: explorer.store.getState(), theme: THEME, alone: () => true };
      return renderToString(createElement(Screen, shown), { columns: SIZE.columns }).replace(STYLES, '');
    },
  };
}
