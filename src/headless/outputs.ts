/** The formats of commands, as a person types them; the first one is the standard. */
export const OUTPUTS = ['table', 'json', 'ndjson', 'yaml', 'name', 'csv'] as const;
export type Output = (typeof OUTPUTS)[number];
