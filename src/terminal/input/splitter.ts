import { STATUS_REPLY } from '../sequences.ts';
import { type Front, front, lateKey, PASTE_END, PASTE_START } from './tokens.ts';

/** Time in which the rest of a sequence may come after a pause has ended it. */
const LATE_MS = 2000;

/** Matches a sequence that terminals send for a key, the mouse, the start of a paste, or a status. */
const SEQUENCE = /^\x1b(?:\[(?:[<=>?][\d;$]*[@-~]|\[[A-E]|[\d;]*[A-HMP-SZ]|[\d;]+[nu~])|O[A-DFHMP-S])/;
const SEQUENCE_TORN = /^\x1b(?:\[(?:[<=>?][\d;$]*|\[|[\d;]*)|O)$/;
const ESC = '\x1b';

/** Result for the text of a read after such a pause. `incomplete`: the next read decides. */
type LateText =
  | { readonly kind: 'rest'; readonly input: string }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'typed' };

/** Returns the input that a sequence in two parts stands for; undefined if it does not end in the second. */
function inputOf(beginning: string, text: string): string | undefined {
  const joined = beginning + text;
  const [sequence = ''] = SEQUENCE.exec(joined) ?? [];
  if (sequence.length <= beginning.length) return undefined;
  // A lone Esc has acted as the Esc key: the key that it began must not act as well.
  const isDone = beginning === ESC && front(joined).kind === 'key';
  return isDone ? joined.slice(sequence.length) : joined;
}

/**
 * Recognises the rest of a sequence that a slow line has split by a long pause: it is not typed text, as `[`
 * and `H` of a Home key would be.
 */
function createLateRest() {
  let beginning = '';
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Notes the beginning of a sequence that a pause has ended. */
    begin: (text: string): void => {
      beginning = text;
      endedAt = performance.now();
    },
    /**
     * Tells whether a read is the rest of the sequence; `input` is then what to parse in its place. Typed
     * text ends the wait for the rest; a reply to a status query does not.
     */
    join: (text: string): LateText => {
      if (text.replaceAll(STATUS_REPLY, '') === '') return { kind: 'typed' };
      const isLate = beginning !== '' && performance.now() - endedAt < LATE_MS;
      if (isLate && SEQUENCE_TORN.test(beginning + text)) return { kind: 'incomplete' };
      const input = isLate ? inputOf(beginning, text) : undefined;
      beginning = '';
      return input === undefined ? { kind: 'typed' } : { kind: 'rest', input };
    },
  };
}

export type Token = {
  /** Input for Ink: one key, or one paste between its markers. */
  readonly text: string;
  /** True if nothing else came in the same read: a person pressed this key after seeing the screen. */
  readonly alone: boolean;
};

type SplitterOptions = {
  readonly onTokens: (tokens: readonly Token[]) => void;
  readonly onReply: (text: string) => void;
};

/** Time that an Esc waits for the rest of a sequence, and an ended paste for more text. */
const ESC_MS = 50;
/** Time that a sequence waits that has begun: it cannot be an Esc key. */
const TORN_MS = 500;
/** Silence after which a paste without an end marker counts as ended. */
const PASTE_MS = 1000;
/** Time after a read of several keys in which the next read may be the end of an unmarked paste. */
const TAIL_MS = 30;
const PASTE_LIMIT = 1 << 20;
const TORN_LIMIT = 1 << 16;
const CTRL_C = '\x03';

type Paste = { readonly text: string; readonly isEnded: boolean };

function addToPaste({ text, isEnded }: Paste, more: string): Paste {
  const tail = text.slice(1 - PASTE_END.length) + more;
  return { text: (text + more).slice(0, PASTE_LIMIT), isEnded: isEnded || tail.includes(PASTE_END) };
}

/** Returns a paste for Ink. Contains no escape character, so that it cannot forge an end marker. */
function pasteToken({ text }: Paste): Token {
  const bare = [PASTE_START, PASTE_END, STATUS_REPLY, '\x1b'].reduce(
    (left, each) => left.replaceAll(each, ''),
    text,
  );
  return { text: PASTE_START + bare + PASTE_END, alone: false };
}

/**
 * Parses one read. `parts`: number of tokens, without replies to the status query; `torn`: incomplete rest;
 * `paste`: text after a start marker.
 */
function parse(text: string, onReply: (reply: string) => void) {
  const keys: string[] = [];
  let parts = 0;
  const take = (first: Front): void => {
    if (first.kind === 'reply') onReply(first.text);
    // Replies to the status query arrive all the time on a slow line, also together with keys.
    if (first.kind !== 'reply' || first.text !== STATUS_REPLY) parts++;
    if (first.kind === 'key') keys.push(first.text);
  };
  for (let rest = text; ; ) {
    const first = rest === '' ? undefined : front(rest);
    if (first === undefined || first.kind === 'torn') {
      return { keys, parts, torn: rest.length > TORN_LIMIT ? '' : rest };
    }
    rest = rest.slice(first.length);
    take(first);
    if (first.kind === 'paste') return { keys, parts, torn: '', paste: rest };
  }
}

/**
 * Splits the terminal's input into keys and pastes. Joins sequences that come in several reads, and drops
 * incomplete ones instead of typing them. A paste ends at its end marker if nothing follows it: text after a
 * forged marker is still part of the paste. Text that can hardly be typed is a paste without markers.
 */
export function splitter({ onTokens, onReply }: SplitterOptions) {
  const lateRest = createLateRest();
  let torn = '';
  /** Text that may be the late rest of a sequence; typed after `ESC_MS`. */
  let held = '';
  let paste: Paste | undefined;
  let isCrowded = false;
  let crowdedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const arm = () => {
    if (paste) timer = setTimeout(closePaste, paste.isEnded ? ESC_MS : PASTE_MS);
    else if (held !== '') timer = setTimeout(endHeld, ESC_MS);
    else if (torn !== '') timer = setTimeout(endTorn, lateKey(torn) ? ESC_MS : TORN_MS);
  };
  const emitKeys = (keys: readonly string[]) => {
    const now = performance.now();
    const alone = !isCrowded && now - crowdedAt > TAIL_MS;
    if (isCrowded) crowdedAt = now;
    if (keys.length > 0) onTokens(keys.map(text => ({ text, alone })));
  };
  const endTorn = () => {
    const late = lateKey(torn);
    lateRest.begin(torn);
    torn = '';
    emitKeys(late === undefined ? [] : [late]);
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
    const late = torn === '' && !isPaste ? lateRest.join(all) : ({ kind: 'typed' } as const);
    held = late.kind === 'incomplete' ? all : '';
    if (late.kind !== 'incomplete') readTyped(late.kind === 'rest' ? late.input : all);
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

/** Length and number of different characters from which one read is a paste: nobody types that much ahead. */
const MIN_PASTE = 64;
const MIN_PASTE_CHARACTERS = 8;

/** Matches an id or a path with ids. Nobody types one without first opening a field by a key. */
const ID = /^(?![:/])(?=(?:\D*\d){6})[\w.~:/?&=%#@+-]{16,}$/;
const URL_OR_PATH = /^(?:https?:\/\/|\/v\d+\/)\S{8,}$/;
const PLACE = /^[a-z]+(?:\/[\w.~%-]+)*\?[a-z]+=\S+$/i;

/**
 * Returns true if the text of one read is a paste from a terminal that does not mark pastes. Keys typed ahead
 * on a bad line also come in one read, so only text that can hardly be typed counts.
 */
export function isUnmarkedPaste(text: string): boolean {
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text)) return false;
  const bare = text.trim();
  if ([ID, URL_OR_PATH, PLACE].some(pattern => pattern.test(bare))) return true;
  return bare.length >= MIN_PASTE && new Set(bare).size >= MIN_PASTE_CHARACTERS;
}
