import { basename, dirname } from 'node:path';
import { programFrom } from '../terminal/process/program-path.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import type { OwnCommand } from './custom-commands.ts';
import { ownCommandsOf } from './custom-commands.ts';
import { readSettingsText } from './file-text.ts';
import { allSettings, isSwitch, rangeProblem, type Setting, settingKey } from './options.ts';
import { type Profile, profilesOf, unknownKey } from './profiles.ts';
import type { SettingValue, Values } from './resolve.ts';
import { readEntries, type YamlEntry } from './yaml-entries.ts';

/** What a settings file holds; `problems` are sentences about what in it is not understood and left out. */
export type FileSettings = {
  readonly values: Values;
  /** Keys by action id. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Places by name, as text: `stale: bots?filter=dev:true updated>90d`. */
  readonly views: Readonly<Record<string, string>>;
  readonly commands: readonly OwnCommand[];
  readonly profiles: readonly Profile[];
  readonly problems: readonly SafeText[];
  /** Nothing of the file could be read: what it may forbid is not known. */
  readonly isBroken: boolean;
  /** It is a project file of another user. */
  readonly isIgnored?: true;
};

export const EMPTY_SETTINGS: FileSettings = {
  values: {},
  keys: {},
  views: {},
  commands: [],
  profiles: [],
  problems: [],
  isBroken: false,
};

type SettingsParts = {
  values: { [K in Setting['name']]?: SettingValue };
  keys: Record<string, readonly string[]>;
  views: Record<string, string>;
  commands: readonly OwnCommand[];
  profiles: readonly Profile[];
  problems: SafeText[];
};

/** Reads one file into `parts`. */
type SettingsReader = {
  readonly file: SafeText;
  readonly from: 'project' | 'user';
  readonly parts: SettingsParts;
  readonly tell: (line: number, key: string, what: SafeText) => void;
};

/** One key or a list of keys. */
function keyList(value: unknown): readonly string[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  return list.every(key => typeof key === 'string') ? list : undefined;
}

function readKeys({ key, line, value, entries }: YamlEntry, { parts, tell }: SettingsReader): void {
  if (entries === undefined && value !== null) tell(line, key, safe`has to be a map of action: key`);
  for (const each of entries ?? []) {
    const list = keyList(each.value);
    if (list === undefined)
      tell(each.line, `keys.${each.key}`, safe`has to be a key or a list of keys, in quotes`);
    else parts.keys[each.key] = list;
  }
}

function readViews({ key, line, value, entries }: YamlEntry, { parts, tell }: SettingsReader): void {
  if (entries === undefined && value !== null) tell(line, key, safe`has to be a map of name: place`);
  for (const each of entries ?? []) {
    if (typeof each.value === 'string') parts.views[each.key] = each.value;
    else tell(each.line, `views.${each.key}`, safe`has to be a place, in quotes`);
  }
}

const SECTIONS: Readonly<Record<string, (entry: YamlEntry, reading: SettingsReader) => void>> = {
  keys: readKeys,
  views: readViews,
  commands: (entry, { parts, file, tell }) => {
    parts.commands = ownCommandsOf(entry, file, tell);
  },
  profiles: (entry, { parts, file, tell }) => {
    parts.profiles = profilesOf(entry, file, tell);
  },
};

/** The text of a value, or what it has to be. What forbids and is not understood counts as yes. */
function textOf(row: Setting, value: unknown): { readonly text?: string; readonly problem?: SafeText } {
  if (!isSwitch(row)) {
    const isNumber = row.range !== undefined && typeof value === 'number';
    const text = typeof value === 'string' || isNumber ? `${value}`.trim() : '';
    const problem = rangeProblem(row, text) ?? (text === '' ? safe`has to be a text` : undefined);
    return problem === undefined ? { text } : { problem };
  }
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no' };
  const problem = safe`has to be true or false`;
  return row.forbids === true ? { text: 'yes', problem: safe`${problem}; counts as true` } : { problem };
}

function readValue(
  row: Setting,
  { key, line, value }: YamlEntry,
  { parts, file, from, tell }: SettingsReader,
): void {
  const { text, problem } = textOf(row, value);
  if (problem !== undefined) tell(line, key, problem);
  if (from === 'project' && row.forbids === true && text === 'no')
    return tell(line, key, safe`a project file may forbid this, not allow it`);
  if (text !== undefined) parts.values[row.name] = { text, origin: safe`${file} line ${line}`, from };
}

function readEntry(entry: YamlEntry, reading: SettingsReader): void {
  const { from, tell } = reading;
  const { key, line } = entry;
  const row = allSettings.find(each => settingKey(each) === key);
  const other = Object.hasOwn(SECTIONS, key) ? SECTIONS[key] : undefined;
  if (row === undefined && other === undefined) {
    const known = [...allSettings.map(settingKey), ...Object.keys(SECTIONS)];
    return tell(line, key, unknownKey(key, known));
  }
  const isAllowed = from === 'user' || row?.inProject === true || key === 'views';
  if (!isAllowed) return tell(line, key, safe`a project file must not set this`);
  if (row !== undefined) return readValue(row, entry, reading);
  other?.(entry, reading);
}

/** A person reads no more of them; a file of someone else could hold thousands. */
const MOST_PROBLEMS = 20;

function firstProblems(problems: readonly SafeText[], file: SafeText): readonly SafeText[] {
  const rest = problems.length - MOST_PROBLEMS;
  return rest <= 1 ? problems : [...problems.slice(0, MOST_PROBLEMS), safe`${file}: ${rest} more like these`];
}

/** Understands the text of a settings file. Never throws: what is wrong becomes a sentence and is left out. */
export async function parseSettings(
  text: string,
  file: SafeText = safe`settings.yaml`,
  from: 'project' | 'user' = 'user',
): Promise<FileSettings> {
  const read = await readEntries(text);
  if (read.is === 'broken')
    return { ...EMPTY_SETTINGS, isBroken: true, problems: [safe`${file} line ${read.line}: ${read.why}`] };
  const parts: SettingsParts = { values: {}, keys: {}, views: {}, commands: [], profiles: [], problems: [] };
  const tell = (line: number, key: string, what: SafeText): void =>
    void parts.problems.push(safe`${file} line ${line}: ${shortText(key)}: ${what}`);
  for (const entry of read.entries) readEntry(entry, { file, from, parts, tell });
  return { ...parts, problems: firstProblems(parts.problems, file), isBroken: false };
}

/** The words of a command, its program as it lies from the folder of the settings. */
const resolveProgram = (folder: string, [name = '', ...words]: readonly string[]): readonly string[] => [
  programFrom(folder, name),
  ...words,
];

/** Reads a settings file, if there is one. A file that cannot be read or trusted is a problem, not an end. */
export async function readSettingsFile(
  path: string,
  from: 'project' | 'user' = 'user',
): Promise<FileSettings> {
  const found = readSettingsText(path, from);
  if (found.kind === 'none') return EMPTY_SETTINGS;
  if (found.kind === 'text') {
    const settings = await parseSettings(found.text, clean(basename(path), 100), from);
    const commands = settings.commands.map(own => ({ ...own, run: resolveProgram(dirname(path), own.run) }));
    return { ...settings, commands };
  }
  const isIgnored = found.kind === 'ignored';
  return {
    ...EMPTY_SETTINGS,
    isBroken: !isIgnored,
    problems: [found.problem],
    ...(isIgnored ? { isIgnored } : {}),
  };
}
