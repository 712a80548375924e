import { resourceNamed, resources, root } from '../resources/index.ts';
import { ownIdName, type Ref, type Resource } from '../resources/resource.ts';
import type { Explorer } from '../store/explorer.ts';
import { cursorRef } from '../store/going.ts';
import { firstPlaces, type State } from '../store/state.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { available } from './available.ts';
import { keyLabel } from './keys.ts';

/** A row below the `:` line: what can be typed, what it does, and the key that does the same. */
export type Suggestion = {
  readonly words: string;
  readonly title: SafeText;
  readonly key: SafeText | undefined;
  /** More has to be typed: ids. */
  readonly open: boolean;
};

/** What a line means: something to do, or a sentence that says what is wrong with it. */
export type Meaning =
  | { readonly run: (explorer: Explorer) => void; readonly destructive: boolean }
  | { readonly problem: SafeText };

const QUIT: Suggestion = { words: 'quit', title: safe`leave botscope`, key: undefined, open: false };

function placeSuggestions(): readonly Suggestion[] {
  return resources.flatMap(resource => {
    const ids = joinSafe(
      resource.ids.map(name => safe`<${clean(name)}>`),
      ' ',
    );
    const act = resource.read === undefined ? safe`delete` : safe`open`;
    const byId = {
      words: resource.kind,
      title: safe`${act} one: ${clean(resource.kind)} ${ids}`,
      key: undefined,
      open: true,
    };
    const all = placeOf(resource);
    const whole = {
      words: resource.aliases[0] ?? resource.kind,
      title: safe`all ${resource.plural}`,
      key: undefined,
      open: false,
    };
    if (resource === root)
      return [{ ...byId, title: safe`the workspace, or another one by id`, open: false }];
    return all === undefined ? [byId] : [whole, byId];
  });
}

/** The list of a kind that needs no parent. */
function placeOf(resource: Resource) {
  return root.children.some(child => child.from === 'list' && child.to === resource.kind)
    ? ({ screen: 'list', kind: resource.kind, ids: {} } as const)
    : undefined;
}

function commandSuggestions(state: State): readonly Suggestion[] {
  return available(state)
    .filter(
      ({ command, blocked }) =>
        blocked === undefined && command.group !== 'Move' && command.id !== 'app.line',
    )
    .map(({ command }) => ({
      words: command.id,
      title: command.title,
      key: command.keys[0] === undefined ? undefined : clean(keyLabel(command.keys[0])),
      open: false,
    }));
}

/** What the typed text could become: places first, then commands; every word has to be found somewhere. */
export function suggestions(state: State, typed: string): readonly Suggestion[] {
  const [first = '', ...rest] = typed.trimStart().toLowerCase().split(/\s+/);
  if (rest.length > 0 && resourceNamed(first) !== undefined) return [];
  const all = [...placeSuggestions(), QUIT, ...commandSuggestions(state)];
  const starts = all.filter(({ words }) => words.startsWith(first));
  const holds = all.filter(
    row => !row.words.startsWith(first) && `${row.words} ${row.title}`.toLowerCase().includes(first),
  );
  return [...starts, ...holds];
}

/** Ids as typed, completed with those of what is under the cursor when only the last one is given. */
function idsFrom(state: State, resource: Resource, values: readonly string[]): Ref['ids'] | undefined {
  const own = ownIdName(resource);
  if (values.length === resource.ids.length) {
    return Object.fromEntries(resource.ids.map((name, at) => [name, values[at] ?? '']));
  }
  const parent = { ...state.server?.defaultIds, ...cursorRef(state)?.ids };
  const known = resource.ids.slice(0, -1).every(name => Object.hasOwn(parent, name));
  if (values.length !== 1 || !known) return undefined;
  const given = resource.ids.slice(0, -1).map(name => [name, parent[name] ?? '']);
  return Object.fromEntries([...given, [own, values[0] ?? '']]);
}

function placeMeaning(state: State, resource: Resource, values: readonly string[]): Meaning {
  const list = placeOf(resource);
  if (values.length === 0 && resource === root) {
    const [home] = firstPlaces(state.server);
    if (home !== undefined) return { run: ({ open }) => open(home), destructive: false };
  }
  if (values.length === 0 && list !== undefined) return { run: ({ open }) => open(list), destructive: false };
  const ids = idsFrom(state, resource, values);
  if (ids === undefined) {
    const names = joinSafe(
      resource.ids.map(name => safe`<${clean(name)}>`),
      ' ',
    );
    return { problem: safe`Type it as  ${clean(resource.kind)} ${names}` };
  }
  const ref = { kind: resource.kind, ids };
  return resource.read === undefined
    ? { run: ({ ask }) => ask(ref), destructive: true }
    : { run: ({ open }) => open({ screen: 'record', ref }), destructive: false };
}

/** What a whole line means. */
export function meaningOf(state: State, typed: string): Meaning {
  const [word = '', ...values] = typed.trim().split(/\s+/);
  if (word === 'q' || word === 'q!' || word === QUIT.words)
    return { run: ({ leave }) => leave('quit'), destructive: false };
  const resource = resourceNamed(word.toLowerCase());
  if (resource !== undefined) return placeMeaning(state, resource, values);
  const found = available(state).find(({ command }) => command.id === word || command.keys.includes(word));
  if (found === undefined)
    return { problem: safe`Nothing is called "${clean(word, 60)}". Tab completes, ? helps.` };
  if (found.blocked !== undefined) return { problem: found.blocked };
  return { run: found.command.run, destructive: found.command.destructive === true };
}
