import { safe } from '../text/sanitise.ts';
import { type Command, EVERYWHERE } from './command.ts';

/** The word for a profile on the `:` line. */
export const PROFILE = 'profile';

/** Going to another server, or to the same one as somebody else. */
export const loginCommands: readonly Command[] = [
  {
    id: 'profile.switch',
    word: PROFILE,
    keys: ['ctrl+p'],
    title: safe`another profile or login`,
    group: 'App',
    where: EVERYWHERE,
    run: ({ chooseDoor }) => chooseDoor(),
  },
];
