import type { Explorer } from '../store/explorer.ts';
import { addressHere } from '../store/revealing.ts';
import { clean, safe } from '../text/sanitise.ts';
import type { Command } from './command.ts';

/** Opens an address where there is a browser, else copies it; its real host is said first either way. */
async function openAddress({ store, desk }: Explorer): Promise<void> {
  const address = addressHere(store.getState());
  if (typeof address === 'string') return;
  const shown = safe`${clean(address.host)}: ${clean(address.href)}`;
  if (await desk.browse(address.href)) {
    store.setState({ notice: { tone: 'good', text: safe`Opened ${shown}` } });
    return;
  }
  const { ok, words } = desk.copy(address.href);
  const text = safe`No browser on this screen. ${shown}   ${words}`;
  store.setState({ notice: { tone: ok ? 'good' : 'warn', text } });
}

/** What leads out of the terminal. */
export const linkCommands: readonly Command[] = [
  {
    id: 'link.open',
    word: 'browse',
    keys: ['o'],
    title: safe`open the address of this line, or the record's page (--dashboard-url)`,
    group: 'Look',
    where: ['list', 'record', 'raw'],
    blocked: state => {
      const address = addressHere(state);
      return typeof address === 'string' ? address : undefined;
    },
    run: explorer => void openAddress(explorer),
  },
];
