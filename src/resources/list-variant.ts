import type { SafeText } from '../text/sanitise.ts';
import type { ListVariant, Resource } from './resource.ts';

type Varied = Pick<Resource, 'list' | 'plural' | 'variant'>;

const named = ({ variant }: Varied, name: string | undefined): ListVariant | undefined =>
  variant?.name === name ? variant : undefined;

/** Returns the names of the lists of a kind; its first list has no name. */
export const listNames = ({ variant }: Varied): readonly (string | undefined)[] =>
  variant === undefined ? [undefined] : [undefined, variant.name];

/** Returns the operation that loads the list of a kind, or its named second list. */
export const listOperation = (resource: Varied, name: string | undefined): Resource['list'] =>
  name === undefined ? resource.list : named(resource, name)?.list;

/** Returns the title of the list of a kind, or of its named second list. */
export const listTitle = (resource: Varied, name: string | undefined): SafeText =>
  named(resource, name)?.plural ?? resource.plural;

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
