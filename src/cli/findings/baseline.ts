import type { IdentifiedFinding } from './finding.ts';

/** First line of every baseline: no other file is overwritten. */
const HEADER = '# botscope baseline: known findings, one a line. Written by --update-baseline.';

/** True for a baseline, and for an empty file. Editors may add a byte order mark or line ends. */
export const isBaseline = (text: string): boolean =>
  text.trim() === '' || text.trimStart().startsWith('# botscope baseline');

/** Returns the ids of a baseline. Text after an id, and lines that begin with `#`, are for people. */
export const baselineIds = (text: string): ReadonlySet<string> =>
  new Set(text.split('\n').flatMap(line => /^[^#\s]\S*/.exec(line)?.[0] ?? []));

/** Returns the text of a baseline: sorted, one finding a line, with name and cause behind its id. */
export function baselineText(findings: readonly IdentifiedFinding[]): string {
  const lines = new Map(
    findings.map(({ id, target, title }) => [id, `${id}  # ${target.name}: ${title}`] as const),
  );
  const ids = [...lines.keys()].sort();
  return [HEADER, ...ids.map(id => lines.get(id))].map(line => `${line}\n`).join('');
}
