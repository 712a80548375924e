import { whyNot } from '../../text/result.ts';
import { safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { withoutSecret } from '../actions/reveal.ts';
import { update } from '../state/store.ts';
import { secretHere } from '../view/content/value-under-cursor.ts';
import type { Command } from './command.ts';

const CLOSES: readonly string[] = ['x', 'escape', 'enter', 'q'];

/** Masks the secret on the screen, which every key does; true when the key has nothing else to do. */
export function hidSecret({ store }: Explorer, key: string): boolean {
  if (store.getState().dialog?.kind !== 'reveal') return false;
  update(store, withoutSecret);
  return CLOSES.includes(key);
}

/** The one way to see a secret. */
export const secretCommands: readonly Command[] = [
  {
    id: 'secret.reveal',
    word: 'reveal',
    keys: ['x'],
    title: safe`show the secret of this line for 10 seconds`,
    group: 'Look',
    where: ['record', 'raw'],
    blocked: state => {
      if (state.screen.isRevealOff)
        return safe`Secrets stay masked: it was started with --no-reveal, or --screen-reader.`;
      return whyNot(secretHere(state));
    },
    run: ({ reveal }) => reveal(),
  },
];
