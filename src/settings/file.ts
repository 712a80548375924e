import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { nearestWord } from '../text/nearest.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';

/** What the settings file holds; `problems` are sentences about what in it is not understood and left out. */
export type FileSettings = {
  /** Keys by action id. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Places by name, as text: `stale: bots?filter=dev:true updated>90d`. */
  readonly views: Readonly<Record<string, string>>;
  /** Deletes are locked at the start. */
  readonly protect: boolean;
  readonly problems: readonly SafeText[];
};

const NOTHING: FileSettings = { keys: {}, views: {}, protect: false, problems: [] };
const KNOWN = ['keys', 'views', 'protect'];

/** Where the settings file is: the XDG configuration folder. */
export function settingsPath(env: Readonly<Record<string, string | undefined>>): string {
  const folder = env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return join(folder, 'botscope', 'settings.yaml');
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One key or a list of keys. */
function keyList(value: unknown): readonly string[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  return list.every(key => typeof key === 'string') ? list : undefined;
}

type Part<K extends 'keys' | 'views' | 'protect'> = Pick<FileSettings, K | 'problems'>;

function readKeys(value: unknown): Part<'keys'> {
  if (value === undefined || value === null) return NOTHING;
  if (!isMap(value)) return { ...NOTHING, problems: [safe`keys: has to be a map of action: key`] };
  const rows = Object.entries(value).map(([id, keys]) => ({ id, keys: keyList(keys) }));
  const good = rows.flatMap(({ id, keys }) => (keys === undefined ? [] : [[id, keys] as const]));
  const problems = rows
    .filter(({ keys }) => keys === undefined)
    .map(({ id }) => safe`keys.${shortText(id)}: has to be a key or a list of keys, in quotes`);
  return { keys: Object.fromEntries(good), problems };
}

function readViews(value: unknown): Part<'views'> {
  if (value === undefined || value === null) return NOTHING;
  if (!isMap(value)) return { ...NOTHING, problems: [safe`views: has to be a map of name: place`] };
  const rows = Object.entries(value);
  const good = rows.flatMap(([name, place]) => (typeof place === 'string' ? [[name, place] as const] : []));
  const problems = rows
    .filter(([, place]) => typeof place !== 'string')
    .map(([name]) => safe`views.${shortText(name)}: has to be a place, in quotes`);
  return { views: Object.fromEntries(good), problems };
}

/** What is neither true nor false protects: a mistake must not open what was meant to be locked. */
function readProtect(value: unknown): Part<'protect'> {
  if (value === undefined || value === null) return NOTHING;
  if (typeof value === 'boolean') return { protect: value, problems: [] };
  return { protect: true, problems: [safe`protect: has to be true or false; taken for true`] };
}

function unknown(name: string): SafeText {
  const meant = nearestWord(name, KNOWN);
  const hint = meant === undefined ? safe`` : safe`; did you mean ${clean(meant)}?`;
  return safe`${shortText(name)}: there is no such setting${hint}`;
}

/** Understands the text of a settings file. Never throws: what is wrong becomes a sentence and is left out. */
export async function readSettings(text: string): Promise<FileSettings> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    return { ...NOTHING, problems: [safe`not read: ${shortText(error.message.split('\n')[0] ?? '')}`] };
  }
  const all: unknown = document.toJS({ maxAliasCount: 100 });
  if (all === null || all === undefined) return NOTHING;
  if (!isMap(all)) return { ...NOTHING, problems: [safe`not read: it has to be a map of settings`] };
  const { keys, problems } = readKeys(all['keys']);
  const { views, problems: viewProblems } = readViews(all['views']);
  const { protect, problems: protectProblems } = readProtect(all['protect']);
  const strange = Object.keys(all).filter(name => !KNOWN.includes(name));
  return {
    keys,
    views,
    protect,
    problems: [...problems, ...viewProblems, ...protectProblems, ...strange.map(unknown)],
  };
}

/** The settings file, if there is one. A file that cannot be read is a problem, not an end. */
export async function settingsFile(path: string): Promise<FileSettings> {
  if (!existsSync(path)) return NOTHING;
  try {
    const found = await readSettings(readFileSync(path, 'utf8'));
    return { ...found, problems: found.problems.map(problem => safe`settings.yaml: ${problem}`) };
  } catch (error) {
    const code =
      typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unreadable';
    return { ...NOTHING, problems: [safe`${clean(path, 200)} cannot be read (${shortText(code)})`] };
  }
}
