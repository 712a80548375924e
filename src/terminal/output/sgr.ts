/** How a cell looks: SGR parameters by what they set, and where it links to. One object for one look: compare with ===. */
export type Look = {
  /** In the order of `GROUPS`; undefined where the cell is plain. */
  readonly codes: readonly (string | undefined)[];
  /** Target of an OSC 8 link; '' for none. */
  readonly link: string;
  /** The look of a space in it: weight and text colour do not show there. */
  readonly blank: Look | undefined;
};

/** The parameter that ends what the codes of a group set: weight, italic, underline, inverse, struck, colours. */
const GROUPS = ['22', '23', '24', '27', '29', '39', '49'];
const GROUP_OF: Readonly<Record<string, number>> = { 1: 0, 2: 0, 3: 1, 4: 2, 7: 3, 9: 4, 38: 5, 48: 6 };
const WEIGHT = 0;
const ITALIC = 1;
const FRONT = 5;
const LINK_END = '\x1b]8;;\x1b\\';

export const PLAIN: Look = { codes: GROUPS.map(() => undefined), link: '', blank: undefined };
const looks = new Map<string, Look>([[keyOf(PLAIN), PLAIN]]);

function keyOf({ codes, link }: Omit<Look, 'blank'>): string {
  return `${codes.join('|')}|${link}`;
}

function shared({ codes, link }: Omit<Look, 'blank'>): Look {
  const key = keyOf({ codes, link });
  const known = looks.get(key);
  if (known !== undefined) return known;
  // Text colour shows in a space as soon as it is inverse, underlined or struck.
  const isBare = codes.every(
    (code, at) => code === undefined || at === WEIGHT || at === ITALIC || at === FRONT,
  );
  const blank = isBare && link === '' ? PLAIN : undefined;
  const look = { codes, link, blank };
  looks.set(key, look);
  return look;
}

/** The look a space has: of two with the same one, either may be used to write a space. */
export const bare = (look: Look): Look => look.blank ?? look;

function groupOf(code: number): number | undefined {
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return 5;
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) return 6;
  return GROUP_OF[code];
}

/** The parameters of one sequence as codes: `38;5;n` and `38;2;r;g;b` are one code each. */
function* codesOf(parameters: string): Generator<string> {
  const parts = parameters === '' ? ['0'] : parameters.split(';');
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? '0';
    const more = part !== '38' && part !== '48' ? 0 : parts[at + 1] === '2' ? 4 : 2;
    yield parts.slice(at, at + more + 1).join(';');
    at += more;
  }
}

/** The look after an SGR sequence with these parameters. */
export function changed(look: Look, parameters: string): Look {
  let codes = [...look.codes];
  for (const code of codesOf(parameters)) {
    const ended = GROUPS.indexOf(code);
    const group = groupOf(Number.parseInt(code, 10));
    if (code === '0') codes = [...PLAIN.codes];
    else if (ended >= 0) codes[ended] = undefined;
    else if (group !== undefined) {
      const before = group === 0 ? codes[0] : undefined;
      codes[group] = before === undefined || before === code ? code : `${before};${code}`;
    }
  }
  return shared({ codes, link: look.link });
}

/** The look with another target of its link. */
export const linked = (look: Look, link: string): Look => shared({ ...look, link });

/** The colours of a cell that sets none: SGR parameters, undefined for the terminal's own. */
export type Ground = { readonly front?: string | undefined; readonly back?: string | undefined };

/** SGR that says only what differs. */
function difference(from: Look, to: Look, { front, back }: Ground): string {
  const ends = [...GROUPS.slice(0, FRONT), front ?? '39', back ?? '49'];
  const parameters = to.codes.flatMap((code, at) => {
    const before = from.codes[at];
    if (code === before) return [];
    if (code === undefined) return [ends[at] ?? ''];
    return at === WEIGHT && before !== undefined ? ['22', code] : [code];
  });
  return parameters.length === 0 ? '' : `\x1b[${parameters.join(';')}m`;
}

/** SGR for a look from nothing, whatever there was before. */
export function fromNothing({ codes }: Look, { front, back }: Ground): string {
  const own = [...codes.slice(0, FRONT), codes[FRONT] ?? front, codes[FRONT + 1] ?? back];
  const parameters = own.flatMap(code => code ?? []);
  return parameters.length === 0 ? '\x1b[m' : `\x1b[0;${parameters.join(';')}m`;
}

function shortestWay(from: Look, to: Look, ground: Ground): string {
  const [short, anew] = [difference(from, to, ground), fromNothing(to, ground)];
  const link = from.link === to.link ? '' : to.link === '' ? LINK_END : `\x1b]8;;${to.link}\x1b\\`;
  return link + (short.length < anew.length ? short : anew);
}

type Store<K, V> = { readonly get: (key: K) => V | undefined; readonly set: (key: K, value: V) => unknown };

/** What is kept under a key, made when it is asked for the first time. */
function keptAt<K, V>(store: Store<K, V>, key: K, make: () => V): V {
  const before = store.get(key);
  if (before !== undefined) return before;
  const value = make();
  store.set(key, value);
  return value;
}

type Ways = Map<Look, Map<Look, string>>;

/** The ways that were found on each ground: they are asked for wherever the look of the screen changes. */
const waysOn = new WeakMap<Ground, Ways>();

/** The shortest sequences that lead from one look to another. */
export function transition(from: Look, to: Look, ground: Ground): string {
  if (from === to) return '';
  const ways = keptAt(waysOn, ground, (): Ways => new Map());
  const ends = keptAt(ways, from, () => new Map<Look, string>());
  return keptAt(ends, to, () => shortestWay(from, to, ground));
}
