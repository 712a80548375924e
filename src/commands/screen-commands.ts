import { copyable, type Part } from '../store/copying.ts';
import type { Explorer } from '../store/explorer.ts';
import { SKIN_NAMES } from '../store/skin-names.ts';
import type { State } from '../store/state.ts';
import { failureBelow } from '../store/surface.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type Command, EVERYWHERE, PLACES, type Where } from './command.ts';

/** Longer values are told by their size: they would not fit on the line anyway. */
const SHOWN = 200;

/** Copies a part and says what, which way, and the value itself: it can then also be selected by hand. */
function copy({ store, desk }: Explorer, part: Part): void {
  const found = copyable(store.getState(), part);
  if (typeof found === 'string') return store.setState({ notice: { tone: 'warn', text: found } });
  const { text, what } = found;
  const { ok, words } = desk.copy(text);
  const shown =
    text.length > SHOWN || text.includes('\n')
      ? safe`${what} (${text.length} characters)`
      : safe`${clean(text)}   ${what}`;
  store.setState({ notice: { tone: ok ? 'good' : 'warn', text: safe`${shown} ${words}` } });
}

function cannot(part: Part): (state: State) => SafeText | undefined {
  return state => {
    const found = copyable(state, part);
    return typeof found === 'string' ? found : undefined;
  };
}

type Row = readonly [part: Part, title: SafeText, keys?: readonly string[], where?: readonly Where[]];

const COPIES: readonly Row[] = [
  ['id', safe`copy the id`, ['c'], ['list', 'record']],
  ['line', safe`copy the value of this line`, ['c'], ['raw', 'compare']],
  ['where', safe`copy the path of this line`, [], ['raw', 'compare']],
  ['name', safe`copy the name`],
  ['place', safe`copy the place: botscope opens it`],
  ['screen', safe`copy this screen, a list with its filter and order`],
  ['path', safe`copy the API path`],
  ['json', safe`copy the JSON, secrets masked`],
  ['yaml', safe`copy the YAML, secrets masked`],
];

const copying: readonly Command[] = COPIES.map(([part, title, keys = [], where = PLACES]) => ({
  id: `copy.${part}`,
  keys,
  title,
  group: 'Act',
  where,
  inMenu: 'copy',
  blocked: cannot(part),
  run: explorer => copy(explorer, part),
}));

function toggleMouse({ store, desk }: Explorer): void {
  const isMouseOn = !store.getState().isMouseOn;
  desk.mouse(isMouseOn);
  const text = isMouseOn
    ? safe`The mouse clicks and scrolls. :mouse gives it back.`
    : safe`The mouse selects text again.`;
  store.setState({ isMouseOn, notice: { tone: 'good', text } });
}

const dressing: readonly Command[] = SKIN_NAMES.map(name => ({
  id: `skin.${name}`,
  word: `skin ${name}`,
  keys: [],
  title: safe`colours: ${clean(name)}`,
  group: 'App',
  where: EVERYWHERE,
  run: ({ store }) => store.setState({ skin: name }),
}));

/** What has to do with the terminal: copying, the pager, the header, colours, a fresh screen. */
export const screenCommands: readonly Command[] = [
  ...copying,
  {
    id: 'copy.menu',
    keys: ['C'],
    title: safe`copy: id, name, place, path, JSON, YAML`,
    group: 'Act',
    where: PLACES,
    run: ({ store }) => store.setState({ overlay: { is: 'menu', of: 'copy' } }),
  },
  {
    id: 'failure.show',
    keys: ['!'],
    title: safe`what failed: what was sent and what to do`,
    group: 'Look',
    where: PLACES,
    word: 'failure',
    blocked: state => (failureBelow(state) === undefined ? safe`Nothing failed here.` : undefined),
    run: ({ store }) => store.setState({ overlay: { is: 'failure', top: 0 } }),
  },
  {
    id: 'header.toggle',
    keys: ['ctrl+e'],
    title: safe`header on or off`,
    group: 'App',
    where: EVERYWHERE,
    run: ({ store }) => store.setState(({ isHeaderOff }) => ({ isHeaderOff: !isHeaderOff })),
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
