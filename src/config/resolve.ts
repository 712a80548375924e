import type { Environment } from '../terminal/capabilities.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { allSettings, flagName, isSwitch, settingVariable } from './options.ts';
import type { FlagValues, Setting } from './setting.ts';

/**
 * The value of a setting and its origin. A switch has the text `yes` or `no`, or an invalid one as it was
 * given.
 */
export type SettingValue = {
  readonly text: string;
  readonly origin: SafeText;
  readonly from: 'flag' | 'environment' | 'project' | 'user';
};

/**
 * The settings that are set, by name. `reveal` and `grace` follow their flags: yes means `--no-reveal`,
 * `--no-grace`.
 */
export type Values = { readonly [K in Setting['name']]?: SettingValue };

/** Places where settings are set; the first one that has a value wins. */
export type SettingLayers = {
  readonly given: FlagValues;
  readonly env: Environment;
  readonly project?: Values;
  readonly user?: Values;
};

/**
 * Returns `yes`, `no`, or an invalid text unchanged. A variable of another program means yes if it is set at
 * all.
 */
function switchText(text: string, isForeign: boolean): string {
  if (/^(0|false|no|off)$/i.test(text)) return 'no';
  return isForeign || /^(1|true|yes|on)$/i.test(text) ? 'yes' : text;
}

function flagText(setting: Setting, { [setting.name]: value }: FlagValues): string | undefined {
  if (!isSwitch(setting)) return typeof value === 'string' ? value : undefined;
  // `--no-x` is x: false.
  const isGiven = setting.flag.startsWith('--no-') ? value === false : value === true;
  return isGiven ? 'yes' : undefined;
}

function variableValue(setting: Setting, env: Environment): SettingValue | undefined {
  for (const name of [settingVariable(setting), ...(setting.otherVariables ?? [])]) {
    const given = env[name]?.trim() ?? '';
    const text = isSwitch(setting) ? switchText(given, name !== settingVariable(setting)) : given;
    if (given !== '') return { text, origin: clean(name), from: 'environment' };
  }
  return undefined;
}

function settingValue(
  setting: Setting,
  { given: flag, env, project, user }: SettingLayers,
): SettingValue | undefined {
  const asFlag = flagText(setting, flag);
  if (asFlag !== undefined) return { text: asFlag, origin: clean(flagName(setting)), from: 'flag' };
  return variableValue(setting, env) ?? project?.[setting.name] ?? user?.[setting.name];
}

/** Resolves settings: flags win over the environment, then the project file, then the user file. */
export function valuesOf(layers: SettingLayers): Values {
  const found = allSettings.flatMap(setting => {
    const value = settingValue(setting, layers);
    return value === undefined ? [] : [[setting.name, value] as const];
  });
  return Object.fromEntries(found);
}

export const isOn = (values: Values, name: Setting['name']): boolean => values[name]?.text === 'yes';

/** Returns true if what was seen may be stored. A value that is not valid counts as off. */
export const remembers = ({ state }: Values): boolean => state === undefined || state.text === 'on';

export const originOf = (value: SettingValue | undefined): SafeText => value?.origin ?? safe`the default`;

/** Settings that choose the server and the workspace. */
const SERVER_SETTINGS: ReadonlySet<Setting['name']> = new Set([
  'demo',
  'records',
  'profile',
  'apiUrl',
  'workspaceId',
  'insecureHttp',
  'insecureTls',
]);

/**
 * Returns the flags that choose the server, for another command line on the same one. A variable may be set
 * for one command only, so a profile that it names has its flag, too.
 */
export const serverFlags = (values: Values): readonly string[] =>
  allSettings.flatMap(setting => {
    const { [setting.name]: value } = values;
    const isChosen = value?.from === 'flag' || (value?.from === 'environment' && setting.name === 'profile');
    if (value === undefined || !isChosen || !SERVER_SETTINGS.has(setting.name)) return [];
    return isSwitch(setting) ? [flagName(setting)] : [flagName(setting), value.text];
  });
