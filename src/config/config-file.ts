import { basename, dirname } from 'node:path';
import { programFrom } from '../terminal/process/program-path.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type CustomCommand, readCustomCommands } from './custom-commands.ts';
import { readSettingsText } from './file-text.ts';
import { type Profile, readProfiles } from './profiles.ts';
import { allSettings, type Setting, textProblem } from './settings.ts';
import type { SettingValue, Values } from './values.ts';
import { readEntries, type YamlEntry } from './yaml-entries.ts';
import { isWordList, problemText, type ReportProblem, unknownKey } from './yaml-values.ts';

/**
 * The contents of a settings file. `problems` are sentences about values that are not valid and were left
 * out.
 */
export type FileSettings = {
  readonly values: Values;
  /** Keys by action id. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Places by name, as text: `stale: bots?filter=dev:true updated>90d`. */
  readonly views: Readonly<Record<string, string>>;
  readonly commands: readonly CustomCommand[];
  readonly profiles: readonly Profile[];
  readonly problems: readonly SafeText[];
  /** Problems of single profiles, which matter when they are used. */
  readonly profileProblems: readonly SafeText[];
  /** The file could not be read, so its restrictions are unknown. */
  readonly isBroken: boolean;
  /** The file is a project file of another user. */
  readonly isIgnored?: true;
};

export const EMPTY_SETTINGS: FileSettings = {
  values: {},
  keys: {},
  views: {},
  commands: [],
  profiles: [],
  problems: [],
  profileProblems: [],
  isBroken: false,
};

type SettingsParts = {
  values: { [K in Setting['name']]?: SettingValue };
  keys: Record<string, readonly string[]>;
  views: Record<string, string>;
  commands: readonly CustomCommand[];
  profiles: readonly Profile[];
  problems: SafeText[];
  profileProblems: SafeText[];
};

type SettingsReader = {
  readonly file: SafeText;
  readonly from: 'project' | 'user';
  readonly parts: SettingsParts;
  readonly report: ReportProblem;
};

function keyList(value: unknown): readonly string[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  return list.every(key => typeof key === 'string') ? list : undefined;
}

function readKeys({ key, line, value, entries }: YamlEntry, { parts, report }: SettingsReader): void {
  if (entries === undefined && value !== null) report(line, key, safe`must be a map of action: key`);
  for (const each of entries ?? []) {
    const list = keyList(each.value);
    if (list === undefined)
      report(each.line, `keys.${each.key}`, safe`must be a key or a list of keys, in quotes`);
    else parts.keys[each.key] = list;
  }
}

function readViews({ key, line, value, entries }: YamlEntry, { parts, report }: SettingsReader): void {
  if (entries === undefined && value !== null) report(line, key, safe`must be a map of name: place`);
  for (const each of entries ?? []) {
    if (typeof each.value === 'string') parts.views[each.key] = each.value;
    else report(each.line, `views.${each.key}`, safe`must be a place, in quotes`);
  }
}

/** Readers of the keys that are no single setting. */
const SECTIONS: Readonly<Record<string, (entry: YamlEntry, reader: SettingsReader) => void>> = {
  keys: readKeys,
  views: readViews,
  commands: (entry, { parts, file, report }) => {
    parts.commands = readCustomCommands(entry, file, report);
  },
  profiles: (entry, { parts, file, report }) => {
    const before = parts.problems.length;
    parts.profiles = readProfiles(entry, file, report);
    if (entry.entries !== undefined) parts.profileProblems = parts.problems.splice(before);
  },
};

/** Returns the text of a value, or its problem. An invalid value of a restriction counts as yes. */
function textOf(setting: Setting, value: unknown): { readonly text?: string; readonly problem?: SafeText } {
  if (!setting.isSwitch) {
    const isNumber = setting.range !== undefined && typeof value === 'number';
    const text = typeof value === 'string' || isNumber ? `${value}`.trim() : '';
    // The choices are checked where the setting is used, which names the default.
    const problem = setting.range && textProblem(setting, text);
    if (problem !== undefined) return { problem };
    return text === '' ? { problem: safe`must be text` } : { text };
  }
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no' };
  const problem = safe`must be true or false`;
  return setting.isRestriction === true
    ? { text: 'yes', problem: safe`${problem}; counts as true` }
    : { problem };
}

function readValue(
  setting: Setting,
  { key, line, value }: YamlEntry,
  { parts, file, from, report }: SettingsReader,
): void {
  const isWords = setting.isList === true && isWordList(value);
  const { text, problem } = isWords ? { text: value.join(',') } : textOf(setting, value);
  if (problem !== undefined) report(line, key, problem);
  if (from === 'project' && setting.isRestriction === true && text === 'no')
    return report(line, key, safe`a project file may only turn this on`);
  if (text !== undefined) parts.values[setting.name] = { text, origin: safe`${file} line ${line}`, from };
}

function readEntry(entry: YamlEntry, reader: SettingsReader): void {
  const { from, report } = reader;
  const { key, line } = entry;
  const setting = allSettings.find(each => each.key === key);
  const section = Object.hasOwn(SECTIONS, key) ? SECTIONS[key] : undefined;
  if (setting === undefined && section === undefined) {
    const known = [...allSettings.map(each => each.key), ...Object.keys(SECTIONS)];
    return report(line, key, unknownKey(key, known));
  }
  const isAllowed = from === 'user' || setting?.isAllowedInProject === true || key === 'views';
  if (!isAllowed) return report(line, key, safe`a project file must not set this`);
  if (setting !== undefined) return readValue(setting, entry, reader);
  section?.(entry, reader);
}

/** Limit of the reported problems: a file of someone else could cause thousands. */
const MAX_PROBLEMS = 20;

function firstProblems(problems: readonly SafeText[], file: SafeText): readonly SafeText[] {
  const rest = problems.length - MAX_PROBLEMS;
  return rest <= 1 ? problems : [...problems.slice(0, MAX_PROBLEMS), safe`${file}: ${rest} more like these`];
}

/** Parses the text of a settings file. Never throws: invalid values become problems and are left out. */
export async function parseSettings(
  text: string,
  file: SafeText = safe`settings.yaml`,
  from: 'project' | 'user' = 'user',
): Promise<FileSettings> {
  const read = await readEntries(text);
  if (read.kind === 'broken')
    return { ...EMPTY_SETTINGS, isBroken: true, problems: [safe`${file} line ${read.line}: ${read.why}`] };
  const parts: SettingsParts = {
    values: {},
    keys: {},
    views: {},
    commands: [],
    profiles: [],
    problems: [],
    profileProblems: [],
  };
  const report: ReportProblem = (...problem) => void parts.problems.push(problemText(file, ...problem));
  for (const entry of read.entries) readEntry(entry, { file, from, parts, report });
  return { ...parts, problems: firstProblems(parts.problems, file), isBroken: false };
}

/** Returns a command line with its program's path resolved from the folder of the settings file. */
const resolveProgram = (folder: string, [name = '', ...words]: readonly string[]): readonly string[] => [
  programFrom(folder, name),
  ...words,
];

/**
 * Reads a settings file, if it exists. A file that cannot be read or trusted becomes a problem. Never throws.
 */
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
