import type { Resource } from '../resources/resource.ts';

/** `<botId> <issueId>`: the ids of a kind as its help names them. */
export const idWords = (names: readonly string[]): string => names.map(name => `<${name}>`).join(' ');

/** The word for a kind on the command line. */
export const nounOf = ({ plural }: Pick<Resource, 'plural'>): string => plural.toLowerCase();
