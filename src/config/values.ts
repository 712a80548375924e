import { parseBaseUrl } from '../api/url.ts';
import { badArgument, type UsageError } from '../failure.ts';
import { defined } from '../json/json.ts';
import type { Environment } from '../terminal/capabilities.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import {
  allSettings,
  type Choice,
  type ChoiceName,
  type FlagValues,
  type Setting,
  type SettingName,
  settings,
  textProblem,
} from './settings.ts';

/** A switch has the text `yes` or `no`, or an invalid one as given. */
export type SettingValue = Readonly<{
  text: string;
  origin: SafeText;
  from: 'flag' | 'environment' | 'project' | 'user';
}>;

export type Values = { readonly [K in SettingName]?: SettingValue };

function flagValue({ name, flagName, isSwitch }: Setting, given: FlagValues): SettingValue | undefined {
  const text = isSwitch ? given[name] === true && 'yes' : given[name];
  return typeof text === 'string' ? { text, origin: clean(flagName), from: 'flag' } : undefined;
}

/** Keeps an invalid text. A variable of another program means yes if it is set at all. */
function switchText(text: string, isForeign: boolean) {
  if (/^(0|false|no|off)$/i.test(text)) return 'no';
  return isForeign || /^(1|true|yes|on)$/i.test(text) ? 'yes' : text;
}

function variableValue(setting: Setting, env: Environment): SettingValue | undefined {
  const { variable, otherVariables = [], isSwitch } = setting;
  const name = [variable, ...otherVariables].find(each => env[each]?.trim());
  if (name === undefined) return undefined;
  const given = env[name]?.trim() ?? '';
  const text = isSwitch ? switchText(given, name !== variable) : given;
  return { text, origin: clean(name), from: 'environment' };
}

type Sources = Readonly<{ given: FlagValues; env: Environment; project?: Values; user?: Values }>;

/** Flags win over the environment, then the project file, then the user file. */
export function valuesOf({ given, env, project, user }: Sources): Values {
  const found = allSettings.map(setting => {
    const { name } = setting;
    const value = flagValue(setting, given) ?? variableValue(setting, env) ?? project?.[name] ?? user?.[name];
    return [name, value] as const;
  });
  return defined(Object.fromEntries(found));
}

export const isOn = (values: Values, name: SettingName) => values[name]?.text === 'yes';

/** Recents and snapshots may be stored; a value that is not valid counts as off. */
export const remembers = ({ state }: Values) => state === undefined || state.text === 'on';

const SERVER = ['demo', 'records', 'odd', 'profile', 'apiUrl', 'workspaceId', 'insecureHttp', 'insecureTls'];

/** A variable may be set for one command only, so a profile that it names has its flag, too. */
export const serverFlags = (values: Values): readonly string[] =>
  allSettings.flatMap(({ name, flagName, isSwitch }) => {
    const value = values[name];
    const isChosen = value?.from === 'flag' || (value?.from === 'environment' && name === 'profile');
    if (value === undefined || !isChosen || !SERVER.includes(name)) return [];
    return isSwitch ? [flagName] : [flagName, value.text];
  });

/** Names their origins. Most invalid values of a file were reported when it was read. */
export const valueProblems = (values: Values, checked = allSettings): readonly SafeText[] =>
  checked.flatMap(setting => {
    const value = values[setting.name];
    if (value === undefined) return [];
    const base =
      setting.name === 'apiUrl' ? parseBaseUrl(value.text, isOn(values, 'insecureHttp')) : undefined;
    const problem = base?.ok === false ? base.why : textProblem(setting, value.text);
    return problem === undefined ? [] : [safe`${value.origin}: ${problem}`];
  });

/** An invalid value in a file becomes a problem and the default: it must not prevent the start. */
export function choiceOf<K extends ChoiceName>(
  values: Values,
  name: K,
): Readonly<{ choice: Choice<K>; problems: readonly SafeText[] }> | UsageError {
  const setting = settings[name];
  const value = values[name];
  const [problem] = valueProblems(values, [setting]);
  // `textProblem` has checked the text.
  const choice = (problem === undefined && value ? value.text : setting.defaultText) as Choice<K>;
  if (problem === undefined) return { choice, problems: [] };
  const isFromFile = value?.from === 'user' || value?.from === 'project';
  return isFromFile ? { choice, problems: [problem] } : badArgument(problem);
}
