import type { Resource } from './resource.ts';

/** Splits a filter into its terms: at spaces outside quotes. */
export const filterTerms = (filter: string): readonly string[] => filter.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];

/** Splits a filter that names a second list (`dev:true`) into the name and the filter of that list. */
export function variantInFilter(
  { variant }: Pick<Resource, 'variant'>,
  filter: string,
): { readonly variant?: string; readonly filter: string } {
  if (variant === undefined) return { filter };
  const terms = filterTerms(filter);
  const others = terms.filter(term => term.toLowerCase() !== `${variant.name}:true`);
  return others.length === terms.length ? { filter } : { variant: variant.name, filter: others.join(' ') };
}
