import { parseBaseUrl } from '../api/url.ts';
import { badArgument, type UsageError } from '../failure.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { nearestWord } from '../text/suggest.ts';
import { allSettings, isSwitch, rangeProblem, settingKey } from './options.ts';
import { isOn, type SettingValue, type Values } from './resolve.ts';
import type { Setting } from './setting.ts';

/**
 * Returns why a value is not one of the choices of a setting, with the nearest choice; undefined if it is
 * one.
 */
export function choiceProblem(setting: Setting, { text }: SettingValue): SafeText | undefined {
  const { choices } = setting;
  if (choices === undefined || choices.includes(text)) return undefined;
  const nearest = nearestWord(text, choices);
  const hint = nearest === undefined ? safe`` : safe` Did you mean ${clean(nearest)}?`;
  return safe`Unknown ${clean(settingKey(setting))} "${clean(text, 40)}".${hint} One of: ${clean(choices.join(', '))}.`;
}

/** Returns why the value of a switch is neither yes nor no; undefined if it is one of them. */
function switchProblem(setting: Setting, { text }: SettingValue): SafeText | undefined {
  if (!isSwitch(setting) || text === 'yes' || text === 'no') return undefined;
  return safe`must be yes or no, not "${clean(text, 40)}"`;
}

/** Returns why the value of a setting is not valid, with its origin; undefined if it is, or is not set. */
function valueProblem(setting: Setting, values: Values): SafeText | undefined {
  const value = values[setting.name];
  if (value === undefined) return undefined;
  const base = setting.name === 'apiUrl' ? parseBaseUrl(value.text, isOn(values, 'insecureHttp')) : undefined;
  const problem =
    rangeProblem(setting, value.text) ??
    choiceProblem(setting, value) ??
    switchProblem(setting, value) ??
    (base?.ok === false ? base.why : undefined);
  return problem && safe`${value.origin}: ${problem}`;
}

/** Returns the problems of all values. Most invalid values of a file were reported when it was read. */
export const valueProblems = (values: Values): readonly SafeText[] =>
  allSettings.flatMap(setting => valueProblem(setting, values) ?? []);

/**
 * Returns the value of a setting with choices, or a failure. An invalid value in a file becomes a problem and
 * the default: it must not prevent the start.
 */
export function choiceOf(
  values: Values,
  name: 'health' | 'refresh' | 'skin',
  defaultChoice: string,
): { readonly text: string; readonly problems: readonly SafeText[] } | UsageError {
  const value = values[name];
  const [problem] = valueProblems(value === undefined ? {} : { [name]: value });
  if (problem === undefined) return { text: value?.text ?? defaultChoice, problems: [] };
  const isFromFile = value?.from === 'user' || value?.from === 'project';
  return isFromFile ? { text: defaultChoice, problems: [problem] } : badArgument(problem);
}

/** Returns the problem of the first switch that is neither yes nor no; undefined if there is none. */
export const firstSwitchProblem = (values: Values): SafeText | undefined =>
  allSettings
    .filter(isSwitch)
    .map(setting => valueProblem(setting, values))
    .find(problem => problem !== undefined);
