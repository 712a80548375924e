import { dice, hash, hexText, mix, unmix } from './dice.ts';

/** Which bot of which workspace: both counted from 0. */
export type BotPlace = { readonly workspace: number; readonly index: number };

const INDEX_BITS = 24;
const HEAD = /^[0-9a-f]{8}/;

/** The UUID of a bot. Its first 32 bits are the place, scrambled; the others follow from them. */
export function botIdAt(seed: number, { workspace, index }: BotPlace): string {
  const place = ((workspace << INDEX_BITS) | index) >>> 0;
  const head = mix(place ^ hash([seed, 'bot-id']));
  const rest = hexText(dice(seed, 'bot-id', place), 23);
  const variant = '89ab'.charAt(rest.charCodeAt(6) % 4);
  return [
    head.toString(16).padStart(8, '0'),
    rest.slice(0, 4),
    `4${rest.slice(4, 7)}`,
    variant + rest.slice(7, 10),
    rest.slice(10, 22),
  ].join('-');
}

/** The place that an id was made for, or undefined when no bot ever had this id. */
export function placeOfBot(seed: number, id: string): BotPlace | undefined {
  const head = HEAD.exec(id)?.[0];
  if (head === undefined) return undefined;
  const place = (unmix(Number.parseInt(head, 16)) ^ hash([seed, 'bot-id'])) >>> 0;
  const found = { workspace: place >>> INDEX_BITS, index: place & ((1 << INDEX_BITS) - 1) };
  return botIdAt(seed, found) === id ? found : undefined;
}
