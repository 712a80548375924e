import type { Explorer } from '../store/explorer.ts';
import { placeProblem, viewSaid } from '../store/place-start.ts';
import { placeText, readPlace } from '../store/place-text.ts';
import { currentView, type State } from '../store/state.ts';
import { isName } from '../text/name.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import type { Meaning } from './line.ts';

/** The word before the name of a saved view, and the sign after a name that saves. */
export const VIEW = 'view';
const SAVES = '=';

/** What `:view NAME =` saves: the list on the screen with its filter and its order. */
async function save({ store, saveView }: Explorer, name: string, place: string): Promise<void> {
  const problem = await saveView(name, place);
  const text = problem ?? safe`Saved: :view ${clean(name)} opens it.`;
  const tone = problem === undefined ? 'good' : 'warn';
  store.setState(({ savedViews }) => ({
    ...(problem === undefined ? { savedViews: { ...savedViews, [name]: place } } : {}),
    notice: { tone, text },
  }));
}

function saving(state: State, name: string): Meaning {
  const view = currentView(state);
  const place = view.place.screen === 'list' ? placeText(view.place, view) : undefined;
  if (place === undefined) return { problem: safe`Only a list can be saved as a view.` };
  if (!isName(name)) return { problem: safe`A view's name is a word of at most 40 letters.` };
  return { run: explorer => void save(explorer, name, place), destructive: false };
}

/** `view NAME` opens a saved view, `view NAME =` saves the list on the screen under that name. */
export function viewMeaning(state: State, values: readonly string[]): Meaning {
  const [name = '', sign] = values;
  if (sign === SAVES && values.length === 2) return saving(state, name);
  const saved = Object.hasOwn(state.savedViews, name) ? state.savedViews[name] : undefined;
  if (saved === undefined || values.length !== 1)
    return { problem: safe`Type it as  view <name>, or  view <name> =  to save this list.` };
  const view = viewSaid(readPlace(saved), state.server);
  return view === undefined
    ? { problem: safe`The view ${clean(name)} leads nowhere: "${clean(saved, 80)}".` }
    : { run: ({ jump }) => jump(view), destructive: false };
}

/** What is wrong with the saved views of the settings, as sentences: those that no `:view` could open. */
export function viewProblems(savedViews: State['savedViews']): readonly SafeText[] {
  return Object.entries(savedViews).flatMap(([name, place]) => {
    if (!isName(name)) return [safe`views.${shortText(name)}: a name is a word of at most 40 letters`];
    const problem = placeProblem(place);
    return problem === undefined ? [] : [safe`views.${clean(name)}: ${problem}`];
  });
}
