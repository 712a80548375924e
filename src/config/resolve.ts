import type { Environment } from '../terminal/capabilities.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import {
  allSettings,
  type FlagValues,
  flagName,
  isSwitch,
  type Setting,
  settingVariable,
} from './options.ts';

/** A value and where it came from. That of a switch is `yes` or `no`, where it is understood. */
export type SettingValue = {
  readonly text: string;
  readonly origin: SafeText;
  readonly from: 'flag' | 'environment' | 'project' | 'user';
};

/** The settings that are set, by name. `reveal` is the switch as its flag is written: yes is "never show". */
export type Values = { readonly [K in Setting['name']]?: SettingValue };

/** What was set where: the first of these that has a value counts. */
export type SettingLayers = {
  readonly given: FlagValues;
  readonly env: Environment;
  readonly project?: Values;
  readonly user?: Values;
};

/** `yes`, `no`, or a text that is neither; variables of other programs are yes by being set. */
function switchText(text: string, isAlike: boolean): string {
  if (/^(0|false|no|off)$/i.test(text)) return 'no';
  return isAlike || /^(1|true|yes|on)$/i.test(text) ? 'yes' : text;
}

function flagText(row: Setting, { [row.name]: value }: FlagValues): string | undefined {
  if (!isSwitch(row)) return typeof value === 'string' ? value : undefined;
  // commander turns a flag that begins with "no" round.
  const isGiven = row.flag.startsWith('--no-') ? value === false : value === true;
  return isGiven ? 'yes' : undefined;
}

function variableValue(row: Setting, env: Environment): SettingValue | undefined {
  for (const name of [settingVariable(row), ...(row.alike ?? [])]) {
    const given = env[name]?.trim() ?? '';
    const text = isSwitch(row) ? switchText(given, name !== settingVariable(row)) : given;
    if (given !== '') return { text, origin: clean(name), from: 'environment' };
  }
  return undefined;
}

function settingValue(
  row: Setting,
  { given: flag, env, project, user }: SettingLayers,
): SettingValue | undefined {
  const asFlag = flagText(row, flag);
  if (asFlag !== undefined) return { text: asFlag, origin: clean(flagName(row)), from: 'flag' };
  return variableValue(row, env) ?? project?.[row.name] ?? user?.[row.name];
}

/** Flags over environment over project file over user file; what is set nowhere is not there. */
export function valuesOf(layers: SettingLayers): Values {
  const found = allSettings.flatMap(row => {
    const value = settingValue(row, layers);
    return value === undefined ? [] : [[row.name, value] as const];
  });
  return Object.fromEntries(found);
}

/** Whether a switch is on. */
export const isOn = (values: Values, name: Setting['name']): boolean => values[name]?.text === 'yes';

/** Where a value came from, in words. */
export const originOf = (value: SettingValue | undefined): SafeText => value?.origin ?? safe`the default`;
