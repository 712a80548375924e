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
