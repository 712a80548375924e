import { kept } from '../../text/memo.ts';
/** Equal styles are the same object: compare with ===. */
export type CellStyle = Readonly<{
  id: number;
  /** In the order of `GROUPS`; undefined for the default. */
  codes: readonly (string | undefined)[];
  /** OSC 8; '' for none. */
  link: string;
  /** The same on a space, where weight and text colour are invisible; undefined if it is this one. */
  blank: CellStyle | undefined;
}>;

/** Resets: weight, italic, underline, inverse, strike-through, two colours. */
const GROUPS = ['22', '23', '24', '27', '29', '39', '49'];
const GROUP_OF: Readonly<Record<string, number>> = { 1: 0, 2: 0, 3: 1, 4: 2, 7: 3, 9: 4, 38: 5, 48: 6 };
const WEIGHT = 0;
const ITALIC = 1;
const FRONT = 5;
const LINK_END = '\x1b]8;;\x1b\\';

export const PLAIN: CellStyle = { id: 0, codes: GROUPS.map(() => undefined), link: '', blank: undefined };
const knownStyles = new Map([[keyOf(PLAIN), PLAIN]]);

function keyOf({ codes, link }: Pick<CellStyle, 'codes' | 'link'>) {
  return `${codes.join('|')}|${link}`;
}

function intern({ codes, link }: Pick<CellStyle, 'codes' | 'link'>): CellStyle {
  return kept(knownStyles, keyOf({ codes, link }), () => {
    // The text colour of a space is visible when it is inverse, underlined or struck through.
    const isBare = codes.every(
      (code, at) => code === undefined || at === WEIGHT || at === ITALIC || at === FRONT,
    );
    return { id: knownStyles.size, codes, link, blank: isBare && link === '' ? PLAIN : undefined };
  });
}

/** Any style with the same effect on a space can write it. */
export const spaceStyle = (style: CellStyle): CellStyle => style.blank ?? style;

function groupOf(code: string): number | undefined {
  if (/^[39][0-7]$/.test(code)) return FRONT;
  return /^(?:4|10)[0-7]$/.test(code) ? FRONT + 1 : GROUP_OF[Number.parseInt(code, 10)];
}

/** `38;5;n` and `38;2;r;g;b` are one code each. */
function* codesOf(parameters: string): Generator<string> {
  const parts = parameters === '' ? ['0'] : parameters.split(';');
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? '0';
    const more = part !== '38' && part !== '48' ? 0 : parts[at + 1] === '2' ? 4 : 2;
    yield parts.slice(at, at + more + 1).join(';');
    at += more;
  }
}

export function withParameters(style: CellStyle, parameters: string): CellStyle {
  let codes = [...style.codes];
  for (const code of codesOf(parameters)) {
    const ended = GROUPS.indexOf(code);
    const group = groupOf(code);
    if (code === '0') codes = [...PLAIN.codes];
    else if (ended >= 0) codes[ended] = undefined;
    else if (group !== undefined) {
      const before = group === 0 ? codes[0] : undefined;
      codes[group] = before === undefined || before === code ? code : `${before};${code}`;
    }
  }
  return intern({ codes, link: style.link });
}

export const withLink = (style: CellStyle, link: string): CellStyle => intern({ ...style, link });

/** SGR parameters of cells that set none; undefined for the terminal's own. */
export type DefaultColours = Readonly<{ front?: string | undefined; back?: string | undefined }>;

function relativeSgr(from: CellStyle, to: CellStyle, { front, back }: DefaultColours) {
  const ends = [...GROUPS.slice(0, FRONT), front ?? '39', back ?? '49'];
  const parameters = to.codes.flatMap((code, at) => {
    const before = from.codes[at];
    if (code === before) return [];
    if (code === undefined) return [ends[at] ?? ''];
    return at === WEIGHT && before !== undefined ? ['22', code] : [code];
  });
  return parameters.length === 0 ? '' : `\x1b[${parameters.join(';')}m`;
}

export function absoluteSgr({ codes }: CellStyle, { front, back }: DefaultColours): string {
  const own = [...codes.slice(0, FRONT), codes[FRONT] ?? front, codes[FRONT + 1] ?? back];
  const parameters = own.flatMap(code => code ?? []);
  return parameters.length === 0 ? '\x1b[m' : `\x1b[0;${parameters.join(';')}m`;
}

function shortestSgr(from: CellStyle, to: CellStyle, colours: DefaultColours) {
  const [relative, absolute] = [relativeSgr(from, to, colours), absoluteSgr(to, colours)];
  const link = from.link === to.link ? '' : to.link === '' ? LINK_END : `\x1b]8;;${to.link}\x1b\\`;
  return link + (relative.length < absolute.length ? relative : absolute);
}

/** By default colours and both styles: every change of style needs one. */
const transitions = new WeakMap<DefaultColours, Map<number, string>>();
const MAX_STYLES = 2 ** 24;

export function transition(from: CellStyle, to: CellStyle, colours: DefaultColours): string {
  if (from === to) return '';
  const known = kept(transitions, colours, () => new Map<number, string>());
  return kept(known, from.id * MAX_STYLES + to.id, () => shortestSgr(from, to, colours));
}
