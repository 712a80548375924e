import { segments } from '../../text/width.ts';
import { FOCUS_IN, FOCUS_OUT, STATUS_REPLY } from '../sequences.ts';

type InputPart =
  | Readonly<{ kind: 'key' | 'reply' | 'junk' | 'paste'; text: string; length: number }>
  | { readonly kind: 'torn' };

export const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';

const ESC = '\x1b';
/** The form of Esc for which Ink does not wait for more input. */
const ESCAPE_KEY = '\x1b[27u';

const SEQUENCES: readonly (readonly [kind: InputPart['kind'], form: RegExp])[] = [
  ['paste', /^\x1b\[200~/],
  ['junk', /^\x1b\[201~/],
  // Mouse report in the old format: three characters follow, which may be letters.
  ['junk', /^\x1b\[M.{3}/su],
  ['torn', /^\x1b\[M/],
  // Replies start with a private marker, which keys do not have; except a status and the focus.
  ['reply', /^\x1b\[(?:[<=>?][0-?]{0,63}[ -/]{0,8}[@-~]|\d{0,64}n|[IO])/],
  // Linux consoles send F1 to F5 as `ESC [ [ A`, rxvt sends shifted editing keys as `ESC [ 2 $`.
  ['key', /^\x1b\[(?:\[\d{0,2}[A-Z~]|[235678]\$|(?!\[)[0-?]{0,64}[ -/]{0,8}[@-~])/],
  ['torn', /^\x1b\[(?:\[\d{0,2}|[0-?]{0,64}[ -/]{0,8})$/],
  ['key', /^\x1bO[\d;]{0,16}[@-~]/],
  ['torn', /^\x1bO[\d;]{0,16}$/],
  // Replies contain no control characters: one inside a reply is a key and ends it.
  ['reply', /^\x1b[\]PX^_][^\x00-\x1f\x7f]*(?:\x07|\x1b\\)/],
  ['torn', /^\x1b(?:[\]PX^_][^\x00-\x1f\x7f]*\x1b?)?$/],
  ['junk', /^\x1b(?:\[[ -?]*|O[\d;]*|[\]PX^_][^\x00-\x1f\x7f]*)/],
  ['key', /^\x1b/],
];

/** A control character is one of its own. */
function grapheme(text: string) {
  const run = /^[^\x00-\x1f\x7f][^\x00-\x7f]+/.exec(text)?.[0];
  if (run === undefined) return text.slice(0, 1);
  const [first] = segments(run);
  return first?.segment ?? text.slice(0, 1);
}

function firstPart(text: string): InputPart {
  if (text === '') return { kind: 'torn' };
  if (text.startsWith(ESC))
    for (const [kind, form] of SEQUENCES) {
      const match = form.exec(text)?.[0];
      if (match !== undefined)
        return { kind, text: match === ESC ? ESCAPE_KEY : match, length: match.length };
    }
  // 8-bit controls: no key sends them.
  if (/^[\x80-\x9f]/.test(text)) return { kind: 'junk', text, length: 1 };
  const key = grapheme(text);
  return { kind: 'key', text: key, length: key.length };
}

/** For the rest of a sequence, after a pause has ended it. */
const LATE_MS = 2000;

const SEQUENCE = /^\x1b(?:\[(?:[<=>?][\d;$]*[@-~]|\[[A-E]|[\d;]*[A-IMO-SZ]|[\d;]+[nu~])|O[A-DFHMP-S])/;
const SEQUENCE_TORN = /^\x1b(?:\[(?:[<=>?][\d;$]*|\[|[\d;]*)|O)$/;

function inputOf(beginning: string, text: string): string | undefined {
  const joined = beginning + text;
  const [sequence = ''] = SEQUENCE.exec(joined) ?? [];
  if (sequence.length <= beginning.length) return undefined;
  // A lone Esc has acted as the Esc key: the key that it began must not act as well.
  const isDone = beginning === ESC && firstPart(joined).kind === 'key';
  return isDone ? joined.slice(sequence.length) : joined;
}

/** A long pause may split a sequence: its rest is no typed text, as `[` and `H` of a Home key would be. */
function createLateRest() {
  let beginning = '';
  let begunAt = 0;
  return {
    begin: (text: string): void => {
      beginning = text;
      begunAt = performance.now();
    },
    join: (text: string): string | undefined => {
      // Typed text ends the wait for the rest; a reply to a status query does not.
      if (text.replaceAll(STATUS_REPLY, '') === '') return text;
      const isLate = beginning !== '' && performance.now() - begunAt < LATE_MS;
      if (isLate && SEQUENCE_TORN.test(beginning + text)) return undefined;
      const input = isLate ? inputOf(beginning, text) : undefined;
      beginning = '';
      return input ?? text;
    },
  };
}

export type Token = Readonly<{
  text: string;
  /** Nothing else came in the same read: a person pressed this key after seeing the screen. */
  alone: boolean;
}>;

type SplitterOptions = Readonly<{
  onTokens: (tokens: readonly Token[]) => void;
  onReply: (text: string) => void;
}>;

/** An Esc waits so long for the rest of a sequence, and an ended paste for more text. */
const ESC_MS = 50;
/** A sequence that has begun cannot be an Esc key. */
const TORN_MS = 500;
const PASTE_MS = 1000;
const TAIL_MS = 30;
const PASTE_LIMIT = 1 << 20;
const TORN_LIMIT = 1 << 16;
const CTRL_C = '\x03';

type Paste = Readonly<{ text: string; isEnded: boolean }>;

function addToPaste({ text, isEnded }: Paste, more: string): Paste {
  const tail = text.slice(1 - PASTE_END.length) + more;
  return { text: (text + more).slice(0, PASTE_LIMIT), isEnded: isEnded || tail.includes(PASTE_END) };
}

/** Contains no escape character, so that it cannot forge an end marker. */
function pasteToken({ text }: Paste): Token {
  const bare = [PASTE_START, PASTE_END, STATUS_REPLY, FOCUS_IN, FOCUS_OUT, '\x1b'].reduce(
    (left, each) => left.replaceAll(each, ''),
    text,
  );
  return { text: PASTE_START + bare + PASTE_END, alone: false };
}

/** `parts`: tokens without status replies; `torn`: incomplete rest; `paste`: text after a start marker. */
function parse(text: string, onReply: (reply: string) => void) {
  const keys: string[] = [];
  let parts = 0;
  for (let rest = text; ; ) {
    const first = firstPart(rest);
    if (first.kind === 'torn') return { keys, parts, torn: rest.length > TORN_LIMIT ? '' : rest };
    rest = rest.slice(first.length);
    if (first.kind === 'reply') onReply(first.text);
    if (first.kind === 'key') keys.push(first.text);
    // Replies to the status query arrive all the time on a slow line, also together with keys.
    if (first.kind !== 'reply' || first.text !== STATUS_REPLY) parts++;
    if (first.kind === 'paste') return { keys, parts, torn: '', paste: rest };
  }
}

/**
 * Joins sequences that come in several reads, drops incomplete ones. A paste ends at its end marker unless
 * text follows: after a forged one the paste goes on. Text that can hardly be typed is a paste, too.
 */
export function splitter({ onTokens, onReply }: SplitterOptions) {
  const lateRest = createLateRest();
  let torn = '';
  /** May be the late rest of a sequence; typed after `ESC_MS`. */
  let held = '';
  let paste: Paste | undefined;
  let isCrowded = false;
  let crowdedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const arm = () => {
    if (paste) timer = setTimeout(closePaste, paste.isEnded ? ESC_MS : PASTE_MS);
    else if (held !== '') timer = setTimeout(endHeld, ESC_MS);
    else if (torn !== '') timer = setTimeout(endTorn, torn === ESC ? ESC_MS : TORN_MS);
  };
  const emitKeys = (keys: readonly string[]) => {
    const now = performance.now();
    const alone = !isCrowded && now - crowdedAt > TAIL_MS;
    if (isCrowded) crowdedAt = now;
    if (keys.length > 0) onTokens(keys.map(text => ({ text, alone })));
  };
  const endTorn = () => {
    const late = torn === ESC ? [ESCAPE_KEY] : [];
    lateRest.begin(torn);
    torn = '';
    emitKeys(late);
    isCrowded = false;
  };
  const endHeld = () => {
    const text = held;
    held = '';
    lateRest.begin('');
    readTyped(text);
  };
  const closePaste = () => {
    if (!paste) return;
    const token = pasteToken(paste);
    paste = undefined;
    crowdedAt = performance.now();
    onTokens([token]);
  };
  const readTyped = (text: string) => {
    const bare = text.replaceAll(STATUS_REPLY, '');
    if (torn === '' && isUnmarkedPaste(bare)) {
      // Replies in the same read are still replies.
      for (let left = text.length - bare.length; left > 0; left -= STATUS_REPLY.length) onReply(STATUS_REPLY);
      // A long one comes in several reads and has no end marker.
      paste = addToPaste({ text: '', isEnded: true }, bare);
      return;
    }
    const found = parse(torn + text, onReply);
    isCrowded ||= found.parts + (found.torn === '' ? 0 : 1) > 1;
    emitKeys(found.keys);
    torn = found.torn;
    if (torn === '') isCrowded = false;
    if (found.paste !== undefined) paste = addToPaste({ text: '', isEnded: false }, found.paste);
  };

  const read = (text: string) => {
    const all = held + text;
    // A long text is a paste, also after an Esc, unless it begins with the rest of the marker of a paste.
    const isPaste = isUnmarkedPaste(all) && !all.startsWith(PASTE_START.slice(1));
    const input = torn === '' && !isPaste ? lateRest.join(all) : all;
    held = input === undefined ? all : '';
    if (input !== undefined) readTyped(input);
  };

  const feed = (text: string) => {
    clearTimeout(timer);
    // Ctrl-C must work during a paste without an end marker.
    if (paste && text === CTRL_C) closePaste();
    if (paste) paste = addToPaste(paste, text);
    else read(text);
    arm();
  };
  return { feed };
}

/** Nobody types that much ahead, with so many different characters. */
const MIN_PASTE = 64;
const MIN_PASTE_CHARACTERS = 8;

/** An id or a path with ids. Nobody types one without first opening a field by a key. */
const ID = /^(?![:/])(?=(?:\D*\d){6})[\w.~:/?&=%#@+-]{16,}$/;
const URL_OR_PATH = /^(?:https?:\/\/|\/v\d+\/)\S{8,}$/;
const PLACE = /^[a-z]+(?:\/[\w.~%-]+)*\?[a-z]+=\S+$/i;

/** Keys typed ahead on a bad line also come in one read, so only text that can hardly be typed is a paste. */
export function isUnmarkedPaste(text: string): boolean {
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text)) return false;
  const bare = text.trim();
  if ([ID, URL_OR_PATH, PLACE].some(pattern => pattern.test(bare))) return true;
  return bare.length >= MIN_PASTE && new Set(bare).size >= MIN_PASTE_CHARACTERS;
}
