import { settings } from '../config/settings.ts';
import { AN_AGE_OR_DATE, timeOf } from '../filter/parse.ts';
import { filterableFields } from '../resources/fields.ts';
import { problemKindOf } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { DAY_MS, timeoutMs } from '../text/units.ts';
import type { FlagRow } from './arguments/parse.ts';
import { rulesOf } from './findings/report.ts';
import { REPORT_FORMATS, reportFiles } from './findings/report-formats.ts';
import { diagnosisShape } from './findings/shapes.ts';
import { OUTPUTS } from './shared/context.ts';

const REPORTS = REPORT_FORMATS.filter(format => !OUTPUTS.some(output => output === format));

export const SHOWN = OUTPUTS.filter(output => output !== 'name');

export const outputFlag = (choices: readonly string[], former = ['name']): FlagRow => ({
  flag: '-o, --output <format>',
  help: choices.join(', '),
  choices,
  former,
});

const COLORS = ['auto', 'always', 'never'];

export const flagRows = {
  output: outputFlag(SHOWN),
  columns: { flag: '--columns <names>', help: 'fields to print, with commas; paths: a.b, a.*.b' },
  json: { flag: '--json <names>', help: 'print JSON of these fields: an array of a list' },
  noHeaders: { flag: '--no-headers', help: 'no titles above a table or CSV' },
  sortBy: {
    flag: '--sort-by <field>',
    help: 'order by a field, as updatedAt; -updatedAt reverses it',
    isReversible: true,
  },
  color: { flag: '--color <when>', help: COLORS.join(', '), choices: COLORS },
  healthOutput: outputFlag([...SHOWN, ...REPORTS]),
  failOn: { ...settings.failOn, help: 'exit 1 from this level: problem (default), warning, never' },
  ignore: { ...settings.ignore, isRepeated: true },
  baseline: settings.baseline,
  updateBaseline: { flag: '--update-baseline', help: 'write the findings of this run into the baseline' },
  issues: { flag: '--issues', help: 'open issues too (undocumented API call; --strict refuses it)' },
  issuesSince: {
    flag: '--since <age>',
    help: 'only issues seen since: 1d, 12h, 2026-01-31',
    problem: text => (timeOf(text, 0) === undefined ? `Must be ${AN_AGE_OR_DATE}.` : undefined),
  },
  post: { flag: '--post', help: 'print a post about the worst cause, or about that of --filter cause:<id>' },
  schema: { flag: '--schema', help: 'print the JSON schema of -o json and end' },
  report: {
    flag: '--report <format=file>',
    help: `also write a report: ${REPORT_FORMATS.join(', ')}; may be repeated`,
    choices: REPORT_FORMATS.map(format => `${format}=`),
    isList: true,
    isRepeated: true,
    problem: text =>
      reportFiles(text) === undefined
        ? `Must be a format and a file, as junit=out.xml. Formats: ${REPORT_FORMATS.join(', ')}.`
        : undefined,
  },
  condition: {
    flag: '--for <condition>',
    help: 'a field and its value, health=ok or status=active, or delete',
    choices: ['delete', 'health=ok', 'status=active'],
    isList: true,
  },
  version: {
    flag: '--since <version>',
    help: 'last (as last seen in the explorer), or a file of trash ls',
    choices: ['last'],
    isList: true,
  },
  /** Replaces the general flag, the limit of one request. */
  waitTimeout: {
    flag: '--timeout <time>',
    help: 'longest time to wait: 90, 90s, 2m (default), 1h',
    problem: text =>
      timeoutMs(text, DAY_MS) === undefined ? 'Must be a time up to a day, as 90, 90s, 2m or 1h.' : undefined,
  },
  every: {
    flag: '--every <time>',
    help: 'time from round to round: 60s (default), 5m, 1h; 15s at least',
    problem: text =>
      (timeoutMs(text, DAY_MS) ?? 0) < 15_000
        ? 'Must be a time from 15s to a day, as 60, 60s, 5m or 1h.'
        : undefined,
  },
  quiet: { flag: '--quiet', help: 'no progress and no remarks; errors stay' },
  filter: {
    flag: '--filter <text>',
    help: 'filter of the explorer: words, name:x, tags.env=x, updated>90d, !not',
  },
  dev: { flag: '--dev', help: 'only development bots (dev=true, undocumented; --strict refuses it)' },
  withDev: { flag: '--with-dev', help: 'development bots too, after the others' },
  limit: {
    flag: '--limit <number>',
    help: 'print at most this many',
    problem: text => (/^[1-9]\d{0,8}$/.test(text) ? undefined : 'Must be a whole number from 1.'),
  },
  showSecrets: { flag: '--show-secrets', help: 'do not mask secrets' },
  stdin: { flag: '--stdin', help: 'read ids or places from standard input, one per line' },
  confirm: {
    flag: '--confirm <words>',
    help: 'one record: its name or the end of its id; several: their number',
  },
  unlock: { flag: '--unlock <profile>', help: 'allow this in the protected profile of this name' },
  dryRun: { flag: '--dry-run', name: 'dryRun', help: 'simulate: print the requests, send only reads' },
  ignoreMissing: { flag: '--ignore-missing', help: 'a record that does not exist is not a failure' },
} satisfies Readonly<Record<string, FlagRow>>;

export const withFields = (flag: FlagRow, { fields }: Resource): FlagRow => ({
  ...flag,
  choices: Object.keys(fields),
  isList: true,
});

export function printFlags(resource: Resource): readonly FlagRow[] {
  const { output, columns, json, noHeaders, color, quiet } = flagRows;
  return [output, withFields(columns, resource), withFields(json, resource), noHeaders, color, quiet];
}

export const ignoreFlag = (resource: Resource) => ({ ...flagRows.ignore, choices: rulesOf(resource) });

export const filterFlag = (resource: Resource): FlagRow => ({
  ...flagRows.filter,
  choices: Object.keys(filterableFields(resource)).map(field => `${field}:`),
  isList: true,
});

export const variantFlags = ({ variant }: Resource): readonly FlagRow[] =>
  variant === undefined ? [] : [flagRows.dev, flagRows.withDev];

export function findingFlags(resource: Resource, more: readonly FlagRow[]): readonly FlagRow[] {
  const { healthOutput, report, failOn, baseline } = flagRows;
  const [, ...shown] = printFlags(diagnosisShape);
  const own = [healthOutput, ...shown, report, failOn, ignoreFlag(resource), baseline];
  const issues = problemKindOf(resource) === undefined ? [] : [flagRows.issues, flagRows.issuesSince];
  return [...own, ...more, ...issues];
}
