import { ANSWER } from '../acknowledgements.ts';
import { type Front, front, lateKey, PASTE_END, PASTE_START } from './tokens.ts';

export type Token = {
  /** What Ink is given: one key, or one whole paste between its markers. */
  readonly text: string;
  /** Whether nothing else came in the same read, so that a person pressed this key and saw what it does. */
  readonly alone: boolean;
};

type SplitterOptions = {
  readonly onTokens: (tokens: readonly Token[]) => void;
  /** An answer of the terminal to a question. */
  readonly onReply: (text: string) => void;
  /** How long an Esc waits for the rest of an arrow, and a finished paste for more of itself. */
  readonly escMs: number;
  /** How long a paste without an end is waited for, after the last that came of it. */
  readonly pasteMs: number;
};

/** A sequence that has visibly begun is no Esc key, so the rest of it can be waited for longer. */
const TORN_FACTOR = 10;
/** A read so soon after a crowded one may be the last piece of an unmarked paste. */
const TAIL_MS = 30;
const PASTE_LIMIT = 1 << 20;
const TORN_LIMIT = 1 << 16;
const CTRL_C = '\x03';

type Paste = { readonly text: string; readonly isEnded: boolean };

function addToPaste({ text, isEnded }: Paste, more: string): Paste {
  const tail = text.slice(1 - PASTE_END.length) + more;
  return { text: (text + more).slice(0, PASTE_LIMIT), isEnded: isEnded || tail.includes(PASTE_END) };
}

/** One paste as Ink takes it. No escape is left inside, so no end marker can be forged. */
function pasteToken({ text }: Paste): Token {
  const bare = [PASTE_START, PASTE_END, ANSWER, '\x1b'].reduce(
    (left, each) => left.replaceAll(each, ''),
    text,
  );
  return { text: PASTE_START + bare + PASTE_END, alone: false };
}

/**
 * What one read holds, from its front: `parts` counts all there was but the answer to the writer of frames, `torn` is
 * left over, `paste` follows a paste's start.
 */
function parse(text: string, onReply: (reply: string) => void) {
  const keys: string[] = [];
  let parts = 0;
  const take = (first: Front): void => {
    if (first.kind === 'reply') onReply(first.text);
    // This one comes all the time on a slow line, also together with keys.
    if (first.kind !== 'reply' || first.text !== ANSWER) parts++;
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
 * Cuts what the terminal sends into keys and pastes.
 * Torn sequences are put together again; what never becomes one is dropped, never typed. A paste ends when its end
 * marker has come and nothing follows, so whatever a forged end marker lets out is still part of the paste. What can
 * hardly be keys is a paste without markers.
 */
export function splitter({ onTokens, onReply, escMs, pasteMs }: SplitterOptions) {
  let torn = '';
  let paste: Paste | undefined;
  let isCrowded = false;
  let crowdedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const arm = () => {
    if (paste) timer = setTimeout(closePaste, paste.isEnded ? escMs : pasteMs);
    else if (torn !== '') timer = setTimeout(giveUp, lateKey(torn) ? escMs : escMs * TORN_FACTOR);
  };
  const hand = (keys: readonly string[]) => {
    const now = performance.now();
    const alone = !isCrowded && now - crowdedAt > TAIL_MS;
    if (isCrowded) crowdedAt = now;
    if (keys.length > 0) onTokens(keys.map(text => ({ text, alone })));
  };
  const giveUp = () => {
    const late = lateKey(torn);
    torn = '';
    hand(late === undefined ? [] : [late]);
    isCrowded = false;
  };
  const closePaste = () => {
    if (!paste) return;
    const token = pasteToken(paste);
    paste = undefined;
    crowdedAt = performance.now();
    onTokens([token]);
  };
  const read = (text: string) => {
    const bare = text.replaceAll(ANSWER, '');
    if (torn === '' && isUnmarkedPaste(bare)) {
      // An answer that came with it is still one.
      for (let left = text.length - bare.length; left > 0; left -= ANSWER.length) onReply(ANSWER);
      // It comes in several reads when it is long, and has no end that could be waited for.
      paste = addToPaste({ text: '', isEnded: true }, bare);
      return;
    }
    const found = parse(torn + text, onReply);
    isCrowded ||= found.parts + (found.torn === '' ? 0 : 1) > 1;
    hand(found.keys);
    torn = found.torn;
    if (torn === '') isCrowded = false;
    if (found.paste !== undefined) paste = addToPaste({ text: '', isEnded: false }, found.paste);
  };

  /** Takes what one read gave. */
  const feed = (text: string) => {
    clearTimeout(timer);
    // The way out must not wait for the end of a paste that has none.
    if (paste && text === CTRL_C) closePaste();
    if (paste) paste = addToPaste(paste, text);
    else read(text);
    arm();
  };
  return { feed };
}

/** So much of different keys in one read is more than anyone types ahead. */
const LONG = 64;
const LONG_KINDS = 8;

/** An id, a path with ids or a place: nobody types it without a key that opens a field for it. */
const ID = /^(?![:/])(?=(?:\D*\d){6})[\w.~:/?&=%#@+-]{16,}$/;
const ADDRESS = /^(?:https?:\/\/|\/v\d+\/)\S{8,}$/;
const PLACE = /^[a-z]+(?:\/[\w.~%-]+)*\?[a-z]+=\S+$/i;

/**
 * Whether what one read held is a paste of a terminal that does not mark pastes. Keys typed ahead on a bad line come in
 * one read too, and count: only what can hardly be keys is taken for a paste.
 */
export function isUnmarkedPaste(text: string): boolean {
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text)) return false;
  const bare = text.trim();
  if ([ID, ADDRESS, PLACE].some(form => form.test(bare))) return true;
  return bare.length >= LONG && new Set(bare).size >= LONG_KINDS;
}
