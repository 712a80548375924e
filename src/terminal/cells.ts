/** How a cell looks: SGR parameters by what they set, and where it links to. One object for one look: compare with ===. */
export type Look = {
  /** In the order of `GROUPS`; undefined where the cell is plain. */
  readonly codes: readonly (string | undefined)[];
  /** Target of an OSC 8 link; '' for none. */
  readonly link: string;
  /** The look of a space in it: weight and text colour do not show there. */
  readonly blank: Look | undefined;
};

/** One character in one look. Behind the first one that may be wider than a cell, a whole stretch of text. */
export type Cell = { readonly text: string; readonly look: Look };

/** A row of the screen. Only of its first `known` cells it is certain which column they are in. */
export type Row = { readonly cells: readonly Cell[]; readonly known: number };

/** The parameter that ends what the codes of a group set: weight, italic, underline, inverse, struck, colours. */
const GROUPS = ['22', '23', '24', '27', '29', '39', '49'];
const GROUP_OF: Readonly<Record<string, number>> = { 1: 0, 2: 0, 3: 1, 4: 2, 7: 3, 9: 4, 38: 5, 48: 6 };
const WEIGHT = 0;
const ITALIC = 1;
const FRONT = 5;
const LINK_END = '\x1b]8;;\x1b\\';

// Characters that every terminal shows in one cell, or that Ink counts as one: then --ascii is the way out.
const ONE_CELL =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u203a\u2190-\u2193\u2500-\u25fc\u2605\u2713\u2717]*$/;
const ESCAPE = /\x1b\[([\d;:]*)m|\x1b\]8;[^;\x07\x1b]*;([^\x07\x1b]*)(?:\x07|\x1b\\)/g;

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

/** Whether two cells look the same. */
export function sameCell(a: Cell, b: Cell): boolean {
  if (a.text !== b.text) return false;
  return a.look === b.look || (a.text === ' ' && bare(a.look) === bare(b.look));
}

const bare = (look: Look): Look => look.blank ?? look;

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

function changed(look: Look, parameters: string): Look {
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

/** Reads a row as Ink writes it: text, SGR and links. `glyph` may exchange characters of one cell. */
export function readRow(line: string, glyph: (text: string) => string): Row {
  const cells: Cell[] = [];
  let known: number | undefined;
  let look = PLAIN;
  let from = 0;
  const add = (raw: string): void => {
    const text = glyph(raw);
    if (ONE_CELL.test(text)) for (const one of text) cells.push({ text: one, look });
    else {
      known ??= cells.length;
      cells.push({ text, look });
    }
  };
  for (const match of line.matchAll(ESCAPE)) {
    if (match.index > from) add(line.slice(from, match.index));
    from = match.index + match[0].length;
    const [, parameters, link] = match;
    look = parameters === undefined ? shared({ ...look, link: link ?? '' }) : changed(look, parameters);
  }
  if (from < line.length) add(line.slice(from));
  return { cells, known: known ?? cells.length };
}

/** The colours of a cell that sets none: SGR parameters, undefined for the terminal's own. */
export type Ground = { readonly front?: string | undefined; readonly back?: string | undefined };

/** The sequences that lead from one look to another. */
function transition(from: Look, to: Look, { front, back }: Ground): string {
  if (from === to) return '';
  const ends = [...GROUPS.slice(0, 5), front ?? '39', back ?? '49'];
  const isEnd = to.codes.every(code => code === undefined) && front === undefined && back === undefined;
  const parameters = to.codes.flatMap((code, at) => {
    const before = from.codes[at];
    if (code === before) return [];
    if (code === undefined) return [ends[at] ?? ''];
    return at === 0 && before !== undefined ? ['22', code] : [code];
  });
  const sgr = parameters.length === 0 ? '' : isEnd ? '\x1b[m' : `\x1b[${parameters.join(';')}m`;
  const link = from.link === to.link ? '' : to.link === '' ? LINK_END : `\x1b]8;;${to.link}\x1b\\`;
  return link + sgr;
}

/** The bytes that show cells, from a plain look back to a plain look. */
export function cellsText(cells: readonly Cell[], ground: Ground): string {
  let text = '';
  let look = PLAIN;
  for (const cell of cells) {
    // A space does not end what is bold or coloured around it: the codes would be longer than the text.
    const next = cell.text === ' ' && bare(cell.look) === bare(look) ? look : cell.look;
    text += transition(look, next, ground) + cell.text;
    look = next;
  }
  return text + transition(look, PLAIN, ground);
}
