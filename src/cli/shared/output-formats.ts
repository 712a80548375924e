/** Output formats; the first is the default, and `name` an older word for `id`. */
export const OUTPUTS = ['table', 'json', 'ndjson', 'yaml', 'csv', 'md', 'id', 'name'] as const;
export type Output = (typeof OUTPUTS)[number];
