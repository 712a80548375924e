import { emptyEditor } from '../store/editor.ts';
import { found } from '../store/find.ts';
import type { State } from '../store/state.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import type { Command, Where } from './command.ts';

const READERS: readonly Where[] = ['record', 'raw', 'compare'];

const noSearch = (state: State): SafeText | undefined =>
  state.find === '' ? safe`Nothing was searched for: / searches.` : undefined;

/** Searching in text, as less does: the pattern stays, also from one record to the next. */
export const findCommands: readonly Command[] = [
  {
    id: 'text.find',
    keys: ['/'],
    title: safe`search in this text`,
    group: 'Look',
    where: READERS,
    run: ({ store }) => store.setState({ overlay: { is: 'find', editor: emptyEditor } }),
  },
  {
    id: 'text.next',
    keys: ['n'],
    title: safe`next match`,
    group: 'Look',
    where: READERS,
    blocked: noSearch,
    run: ({ store }) => store.setState(state => found(state, 1)),
  },
  {
    id: 'text.previous',
    keys: ['N'],
    title: safe`match before`,
    group: 'Look',
    where: READERS,
    blocked: noSearch,
    run: ({ store }) => store.setState(state => found(state, -1)),
  },
];
