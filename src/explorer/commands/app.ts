import { SKIN_NAMES } from '../../config/skin-names.ts';
import { clean, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { update } from '../state/store.ts';
import { failureBelow } from '../view/content/content.ts';
import { type Command, EVERYWHERE, PLACES } from './command.ts';

function toggleMouse({ store, desk }: Explorer): void {
  const isMouseOn = !store.getState().screen.isMouseOn;
  desk.mouse(isMouseOn);
  const text = isMouseOn
    ? safe`The mouse clicks and scrolls. :mouse gives it back.`
    : safe`The mouse selects text again.`;
  update(store, { screen: { isMouseOn }, notice: { tone: 'good', text } });
}

const dressing: readonly Command[] = SKIN_NAMES.map(name => ({
  id: `skin.${name}`,
  word: `skin ${name}`,
  keys: [],
  title: safe`colours: ${clean(name)}`,
  group: 'App',
  where: EVERYWHERE,
  run: ({ store }) => update(store, { screen: { skin: name } }),
}));

/** What has to do with the terminal: the pager, the header, colours, a fresh screen. */
export const screenCommands: readonly Command[] = [
  {
    id: 'failure.show',
    keys: ['!'],
    title: safe`what failed: what was sent and what to do`,
    group: 'Look',
    where: PLACES,
    word: 'failure',
    blocked: state => (failureBelow(state) === undefined ? safe`Nothing failed here.` : undefined),
    run: ({ store }) => store.setState({ dialog: { kind: 'failure', top: 0 } }),
  },
  {
    id: 'header.toggle',
    keys: ['ctrl+e'],
    title: safe`header on or off`,
    group: 'App',
    where: EVERYWHERE,
    run: ({ store }) =>
      update(store, ({ screen: { isHeaderOff } }) => ({ screen: { isHeaderOff: !isHeaderOff } })),
  },
  {
    id: 'screen.redraw',
    keys: ['ctrl+l'],
    title: safe`draw the screen anew`,
    group: 'App',
    where: EVERYWHERE,
    run: ({ desk }) => desk.redraw(),
  },
  {
    id: 'tour.toggle',
    word: 'tour',
    keys: ['T'],
    title: safe`demo: what to try, on or off`,
    group: 'App',
    where: EVERYWHERE,
    blocked: ({ session: { tour } }) =>
      tour === undefined ? safe`There is a tour in the demo only.` : undefined,
    run: ({ store }) =>
      update(store, ({ session: { tour } }) =>
        tour === undefined ? {} : { session: { tour: { ...tour, isShown: !tour.isShown } } },
      ),
  },
  {
    id: 'mouse.toggle',
    keys: [],
    title: safe`mouse on or off (off, the terminal selects text)`,
    group: 'App',
    where: EVERYWHERE,
    word: 'mouse',
    run: toggleMouse,
  },
  ...dressing,
];

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
