import type { Json, JsonObject } from '../json/json.ts';

/** A list that has something to pick from. */
export type Choices<T> = readonly [T, ...(readonly T[])];

/** A source of chance that is none: the same parts give the same draws in the same order, on every machine. */
export type Dice = {
  /** A number from 0 up to, not including, 1. */
  readonly fraction: () => number;
  /** A whole number from 0 up to, not including, `limit`. */
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <L extends Choices<unknown>>(list: L) => L[number];
  readonly text: (alphabet: string, length: number) => string;
};

const HEX = '0123456789abcdef';
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Spreads 32 bits over 32 bits, so that it can be taken back (`unmix`). */
export function mix(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul((bits >>> 16) ^ bits, 0x45d9f3b);
  bits = Math.imul((bits >>> 16) ^ bits, 0x45d9f3b);
  return ((bits >>> 16) ^ bits) >>> 0;
}

/** Takes `mix` back. */
export function unmix(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul((bits >>> 16) ^ bits, 0x119de1f3);
  bits = Math.imul((bits >>> 16) ^ bits, 0x119de1f3);
  return ((bits >>> 16) ^ bits) >>> 0;
}

type Parts = readonly (number | string)[];

/** 32 bits that stand for the parts. */
export function hash(parts: Parts): number {
  let bits = 0x811c9dc5;
  for (const part of parts) {
    if (typeof part === 'number') bits = mix(Math.imul(bits, 31) ^ part);
    else for (let at = 0; at < part.length; at++) bits = Math.imul(bits ^ part.charCodeAt(at), 0x01000193);
  }
  return mix(bits);
}

/** Dice for one thing: a seed, what the thing is, its numbers. */
export function dice(...parts: Parts): Dice {
  let state = hash(parts);
  const fraction = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    chance: share => fraction() < share,
    pick: list => list[below(list.length)] ?? list[0],
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join(''),
  };
}

export const hexText = (from: Dice, length: number): string => from.text(HEX, length);
export const letters = (from: Dice, length: number): string => from.text(LETTERS, length);

/** `iss_01…`: a prefix and 26 characters, as newer ids look (service definition). */
export const prefixedId = (prefix: string, from: Dice): string => `${prefix}_01${from.text(CROCKFORD, 24)}`;

/** An object of the members that are there: undefined ones are left out. */
export function present(members: { readonly [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}

export const iso = (at: number): string => new Date(at).toISOString();
