import { basename, dirname } from 'node:path';
import { programFrom } from '../terminal/process/programs.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type CustomCommand, readCustomCommand } from './custom-commands.ts';
import { type Profile, readProfile } from './profiles.ts';
import { allSettings, type Setting, textProblem } from './settings.ts';
import { readSettingsText } from './settings-text.ts';
import type { SettingValue, Values } from './values.ts';
import {
  isWordList,
  problemText,
  type ReportProblem,
  readEntries,
  unknownKey,
  type YamlEntry,
} from './yaml-entries.ts';

/** `problems` are sentences about values that are not valid and were left out. */
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
  readonly isIgnored?: boolean;
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

/** Returns the text of a value, or its problem. An invalid value of a restriction counts as yes. */
function textOf(setting: Setting, value: unknown): { readonly text?: string; readonly problem?: SafeText } {
  if (setting.isList === true && isWordList(value)) return { text: value.join(',') };
  if (typeof value === 'boolean' && setting.isSwitch) return { text: value ? 'yes' : 'no' };
  if (setting.isSwitch) {
    const problem = safe`must be true or false`;
    return setting.isRestriction ? { text: 'yes', problem: safe`${problem}; counts as true` } : { problem };
  }
  const isNumber = setting.range !== undefined && typeof value === 'number';
  const text = typeof value === 'string' || isNumber ? `${value}`.trim() : '';
  // Choices are checked where the setting is used, with its default.
  const problem = setting.range && textProblem(setting, text);
  if (problem !== undefined) return { problem };
  return text === '' ? { problem: safe`must be text` } : { text };
}

/** Keys that are no single setting, and the maps that they must be. */
const SECTIONS = {
  keys: safe`action: key`,
  views: safe`name: place`,
  commands: safe`name: command`,
  profiles: safe`name: profile`,
};

type FileOwner = 'project' | 'user';

/** Creates the readers of the entries of one file. `report` receives what is not valid and left out. */
function createReaders(file: readonly YamlEntry[], from: FileOwner, report: ReportProblem) {
  const isUsable = (entry: YamlEntry): boolean => {
    const { key } = entry;
    const setting = allSettings.find(each => each.key === key);
    const keys = [...allSettings.map(each => each.key), ...Object.keys(SECTIONS)];
    if (!keys.includes(key)) report(entry, unknownKey(key, keys));
    else if (from === 'user' || setting?.isAllowedInProject || key === 'views') return true;
    else report(entry, safe`a project file must not set this`);
    return false;
  };
  const usable = file.filter(isUsable);

  function value(setting: Setting): SettingValue | undefined {
    const entry = usable.find(({ key }) => key === setting.key);
    if (entry === undefined) return undefined;
    const { text, problem } = textOf(setting, entry.value);
    if (problem !== undefined) report(entry, problem);
    if (from === 'project' && setting.isRestriction && text === 'no')
      return void report(entry, safe`a project file may only turn this on`);
    return text === undefined ? undefined : { text, origin: entry.origin, from };
  }

  /** Returns what `read` returns for the entries of a section. */
  function section<T>(name: keyof typeof SECTIONS, read: (entry: YamlEntry) => T | undefined): readonly T[] {
    const entry = usable.find(({ key }) => key === name);
    if (entry?.entries === undefined && entry?.value != null)
      report(entry, safe`must be a map of ${SECTIONS[name]}`);
    return (entry?.entries ?? []).map(read).filter(each => each !== undefined);
  }

  return { value, section };
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
  from: FileOwner = 'user',
): Promise<FileSettings> {
  const read = await readEntries(text, file);
  if (!read.ok) return { ...EMPTY_SETTINGS, isBroken: true, problems: [read.why] };
  const [problems, profileProblems]: [SafeText[], SafeText[]] = [[], []];
  const report: ReportProblem = (...problem) => void problems.push(problemText(...problem));
  const reportOfProfile: ReportProblem = (...problem) => void profileProblems.push(problemText(...problem));
  const { value, section } = createReaders(read.value, from, report);
  const values = allSettings.flatMap(each => {
    const found = value(each);
    return found === undefined ? [] : [[each.name, found] as const];
  });
  const keys = section('keys', entry => {
    const list = [entry.value].flat();
    if (list.every(key => typeof key === 'string')) return [entry.key, list] as const;
    return report(entry, safe`must be a key or a list of keys, in quotes`);
  });
  const views = section('views', entry =>
    typeof entry.value === 'string'
      ? ([entry.key, entry.value] as const)
      : report(entry, safe`must be a place, in quotes`),
  );
  return {
    values: Object.fromEntries(values),
    keys: Object.fromEntries(keys),
    views: Object.fromEntries(views),
    commands: section('commands', entry => readCustomCommand(entry, report)),
    profiles: section('profiles', entry => readProfile(entry, reportOfProfile)),
    problems: firstProblems(problems, file),
    profileProblems,
    isBroken: false,
  };
}

/** A file that cannot be read or trusted becomes a problem. Never throws. */
export async function readSettingsFile(path: string, from: FileOwner = 'user'): Promise<FileSettings> {
  const found = readSettingsText(path, from);
  if (found === undefined) return EMPTY_SETTINGS;
  if ('problem' in found) {
    const { problem, isIgnored } = found;
    return { ...EMPTY_SETTINGS, isBroken: !isIgnored, isIgnored, problems: [problem] };
  }
  const settings = await parseSettings(found.text, clean(basename(path), 100), from);
  // The path of a program starts at the folder of the settings file.
  const commands = settings.commands.map(own => {
    const [name = '', ...words] = own.run;
    return { ...own, run: [programFrom(dirname(path), name), ...words] };
  });
  return { ...settings, commands };
}
