/** A slow line between the program and the user. */
export type LinkOptions = {
  readonly rttMs: number;
  readonly kbit: number;
};

export type Piece = { readonly at: number; readonly data: Uint8Array };

/** Bytes of a packet besides those of the terminal: SSH, TCP and IP. */
const OVERHEAD_BYTES = 90;
const PACKET_BYTES = 1400;

/**
 * Simulates a line: bytes leave one after another at its rate and arrive half a round trip later; keys and
 * replies take half a round trip the other way. Output is accepted immediately, as by the large buffers of a
 * real line: a program that writes too much is not slowed down, and the user sees old screens.
 */
export function openLink({ rttMs, kbit }: LinkOptions = { rttMs: 0, kbit: 0 }) {
  const perMs = kbit / 8;
  const delay = rttMs / 2;
  let free = 0;
  let room = 0;
  return {
    delay,
    /**
     * Returns the pieces of output written at `at`, each with the time at which the user sees it, in
     * milliseconds.
     */
    send: (at: number, data: Uint8Array): readonly Piece[] => {
      if (perMs === 0) return [{ at: at + delay, data }];
      const pieces: Piece[] = [];
      for (let from = 0; from < data.length; ) {
        if (free <= at) {
          free = at;
          room = 0;
        }
        if (room === 0) {
          room = PACKET_BYTES;
          free += OVERHEAD_BYTES / perMs;
        }
        const taken = Math.min(data.length - from, room);
        room -= taken;
        free += taken / perMs;
        pieces.push({ at: free + delay, data: data.subarray(from, from + taken) });
        from += taken;
      }
      return pieces;
    },
  };
}
