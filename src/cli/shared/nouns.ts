import type { Resource } from '../../resources/resource.ts';

/** Returns ids as the help shows them, `<botId> <issueId>`. */
export const idWords = (names: readonly string[]): string => names.map(name => `<${name}>`).join(' ');

export const nounOf = ({ plural }: Pick<Resource, 'plural'>): string => plural.toLowerCase();
