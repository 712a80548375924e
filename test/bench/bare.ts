import type { JsonObject } from '../../src/json/json.ts';
import { median, type References } from './figures.ts';

const TRIES = 15;
const PAGE = 42;

function timeOf(work: () => unknown): number {
  const tries = Array.from({ length: TRIES }, () => {
    const before = performance.now();
    work();
    return performance.now() - before;
  });
  return median(tries);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a bare loop over the same rows needs for what a key asks. */
export function bareLoops(items: readonly JsonObject[]): References {
  const ids = items.map(({ id }) => text(id));
  const texts = items.map(({ name }) => text(name).toLowerCase());
  const both = items.map(({ name, id }) => `${text(name)}\n${text(id)}`.toLowerCase());
  const order = Int32Array.from(ids, (_, at) => ids.length - 1 - at);
  const times = items.map(({ updatedAt }) => Date.parse(text(updatedAt)));
  const holding = (all: readonly string[], word: string): readonly string[] =>
    ids.filter((_, at) => all[at]?.includes(word));
  const page = (): string =>
    items
      .slice(-PAGE)
      .map(item => Object.values(item).map(text).join(' ').slice(0, 120))
      .join('\n');
  return [
    [/^filter|^!name/, timeOf(() => holding(texts, 'or'))],
    [/^dev:true/, timeOf(() => ids.filter((_, at) => Date.now() - (times[at] ?? 0) > 7.8e9))],
    [/ sorts$| turns round$/, timeOf(() => Array.from(order, at => ids[at]))],
    [/^\*|^v marks/, timeOf(() => new Set(ids))],
    [/^:/, timeOf(() => holding(both, 'or').slice(0, 50))],
    [/./, timeOf(page)],
  ];
}
