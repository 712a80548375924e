import { type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import type { IdentifiedFinding } from './finding.ts';
import type { HealthReport } from './report.ts';

/** First line of every baseline: no other file is overwritten. */
const HEADER = '# botscope baseline: known findings, one a line. Written by --update-baseline.';

/** True for a baseline, and for an empty file. Editors may add a byte order mark or line ends. */
export const isBaseline = (text: string): boolean =>
  text.trim() === '' || text.trimStart().startsWith('# botscope baseline');

/**
 * Returns the ids of a baseline, or the number of the first line that is no finding of these rules. Text
 * after an id, and lines that begin with `#`, are for people.
 */
export function baselineIds(text: string, rules: readonly string[]): ReadonlySet<string> | number {
  const form = new RegExp(`^(${rules.join('|')})(/[^/]+){2,}$`);
  const ids = text.split('\n').map(line => /^[^#]\S*/.exec(line.trim())?.[0]);
  const wrong = ids.findIndex(id => id !== undefined && !form.test(id));
  return wrong < 0 ? new Set(ids.filter(id => id !== undefined)) : wrong + 1;
}

/** Returns that findings of the baseline are gone in a run with these rules; undefined if none are. */
export function staleText({ checked, policy }: HealthReport, rules: readonly string[]): SafeText | undefined {
  const found = new Set(checked.flatMap(({ findings }) => findings.map(({ id }) => id)));
  const gone = [...policy.known].filter(id => !found.has(id) && rules.includes(id.split('/')[0] ?? ''));
  if (gone.length === 0) return undefined;
  const words = counted(gone.length, safe`finding`);
  return safe`${words} of the baseline no longer found: --update-baseline removes what is gone.`;
}

/** Returns the text of a baseline: sorted, one finding a line, with name and cause behind its id. */
export function baselineText(findings: readonly IdentifiedFinding[]): string {
  const lines = new Map(
    findings.map(({ id, target, title }) => [id, `${id}  # ${target.name}: ${title}`] as const),
  );
  const ids = [...lines.keys()].sort();
  return [HEADER, ...ids.map(id => lines.get(id))].map(line => `${line}\n`).join('');
}
