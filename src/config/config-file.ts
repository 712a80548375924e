import { basename, dirname } from 'node:path';
import { defined } from '../json/json.ts';
import { programFrom } from '../terminal/process/programs.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type Profile, readProfile } from './profiles.ts';
import { allSettings, type Setting, textProblem } from './settings.ts';
import {
  isWordList,
  problemText,
  type ReportProblem,
  readEntries,
  readParts,
  readSettingsText,
  readSwitch,
  readText,
  unknownKey,
  type YamlEntry,
} from './settings-text.ts';
import type { SettingValue, Values } from './values.ts';

function readProgram(value: unknown): Result<readonly string[]> {
  if (!isWordList(value) || value.length === 0)
    return err(safe`must be a list of words, like [echo, "{id}"], because no shell splits it`);
  return value[0]?.includes('{')
    ? err(safe`must begin with a fixed program, without a value in braces`)
    : ok(value);
}

function readWords(value: unknown): Result<readonly string[]> {
  const words = typeof value === 'string' ? [value] : value;
  return isWordList(words) ? ok(words) : err(safe`must be a word or a list of words, in quotes`);
}

const PARTS = {
  run: ['run', readProgram],
  key: ['keys', readWords],
  on: ['on', readWords],
  help: ['help', readText],
  dangerous: ['isDangerous', readSwitch],
  wait: ['waits', readSwitch],
} as const;

const DEFAULTS = { keys: [], on: [], waits: true };

function readCustomCommand(entry: YamlEntry, report: ReportProblem): CustomCommand | undefined {
  const { key: name, origin, entries } = entry;
  if (!/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u.test(name))
    return report(entry, safe`the name must be a word of at most 40 letters`);
  if (entries === undefined) return report(entry, safe`must be a map with run: [program, words]`);
  const parts = readParts<Required<CustomCommand>>(entries, PARTS, report);
  const { run } = parts;
  const has = (key: string) => entries.some(each => each.key === key);
  // An invalid value counts as yes.
  if (run !== undefined) return { ...DEFAULTS, isDangerous: has('dangerous'), ...parts, name, run, origin };
  if (!has('run')) report(entry, safe`lacks run: [program, words]`);
  return undefined;
}

export type CustomCommand = Readonly<{
  name: string;
  /** `{id}` and the like stand for values of the record at the cursor. */
  run: readonly string[];
  keys: readonly string[];
  /** Empty means all kinds. */
  on: readonly string[];
  help?: string;
  isDangerous: boolean;
  /** Output stays on the screen until Enter. */
  waits: boolean;
  origin: SafeText;
}>;

/** `problems`: sentences about values that were left out. */
export type FileSettings = Readonly<{
  values: Values;
  keys: Readonly<Record<string, readonly string[]>>;
  /** `stale: bots?filter=dev:true updated>90d` */
  views: Readonly<Record<string, string>>;
  commands: readonly CustomCommand[];
  profiles: readonly Profile[];
  problems: readonly SafeText[];
  profileProblems: readonly SafeText[];
  /** It could not be read, so its restrictions are unknown. */
  isBroken: boolean;
  isIgnored?: boolean;
}>;

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

function textOf(setting: Setting, value: unknown): Readonly<{ text?: string; problem?: SafeText }> {
  if (setting.isList === true && isWordList(value)) return { text: value.join(',') };
  if (typeof value === 'boolean' && setting.isSwitch) return { text: value ? 'yes' : 'no' };
  if (setting.isSwitch) {
    const problem = safe`must be true or false`;
    return setting.isRestriction ? { text: 'yes', problem: safe`${problem}; counts as true` } : { problem };
  }
  const isNumber = setting.isTime === true && typeof value === 'number';
  const text = typeof value === 'string' || isNumber ? `${value}`.trim() : '';
  // Choices are checked where the setting is used, with its default.
  const problem = setting.isTime && textProblem(setting, text);
  if (problem !== undefined) return { problem };
  return text === '' ? { problem: safe`must be text` } : { text };
}

const SECTIONS = {
  keys: safe`action: key`,
  views: safe`name: place`,
  commands: safe`name: command`,
  profiles: safe`name: profile`,
};

type FileOwner = 'project' | 'user';

function createReaders(file: readonly YamlEntry[], from: FileOwner, report: ReportProblem) {
  const isUsable = (entry: YamlEntry) => {
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

  function section<T>(name: keyof typeof SECTIONS, read: (entry: YamlEntry) => T | undefined): readonly T[] {
    const entry = usable.find(({ key }) => key === name);
    if (entry?.entries === undefined && entry?.value != null)
      report(entry, safe`must be a map of ${SECTIONS[name]}`);
    return (entry?.entries ?? []).map(read).filter(each => each !== undefined);
  }

  return { value, section };
}

/** A file of someone else could cause thousands. */
const MAX_PROBLEMS = 20;

function firstProblems(problems: readonly SafeText[], file: SafeText): readonly SafeText[] {
  const rest = problems.length - MAX_PROBLEMS;
  return rest <= 1 ? problems : [...problems.slice(0, MAX_PROBLEMS), safe`${file}: ${rest} more like these`];
}

/** Never throws: invalid values become problems and are left out. */
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
  const values = Object.fromEntries(allSettings.map(each => [each.name, value(each)]));
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
    values: defined(values),
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
