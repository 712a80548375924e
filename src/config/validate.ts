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
function notYesOrNo(setting: Setting, { text }: SettingValue): SafeText | undefined {
  if (!isSwitch(setting) || text === 'yes' || text === 'no') return undefined;
  return safe`must be yes or no, not "${clean(text, 40)}"`;
}

/**
 * Validates all values; each message names its origin. Most invalid values of a file were reported when it
 * was read.
 */
export function unfit(values: Values): readonly SafeText[] {
  return allSettings.flatMap(setting => {
    const value = values[setting.name];
    if (value === undefined) return [];
    const base =
      setting.name === 'apiUrl' ? parseBaseUrl(value.text, isOn(values, 'insecureHttp')) : undefined;
    const problem =
      rangeProblem(setting, value.text) ??
      choiceProblem(setting, value) ??
      notYesOrNo(setting, value) ??
      (base?.ok === false ? base.why : undefined);
    return problem === undefined ? [] : [safe`${value.origin}: ${problem}`];
  });
}

/**
 * Returns the value of a setting with choices, or a failure. An invalid value in a file becomes a problem and
 * the default: it must not prevent the start.
 */
export function chosen(
  values: Values,
  name: 'health' | 'refresh' | 'skin',
  standard: string,
): { readonly text: string; readonly problems: readonly SafeText[] } | UsageError {
  const value = values[name];
  const [problem] = value === undefined ? [] : unfit({ [name]: value });
  if (problem === undefined) return { text: value?.text ?? standard, problems: [] };
  const isFromFile = value?.from === 'user' || value?.from === 'project';
  return isFromFile ? { text: standard, problems: [problem] } : badArgument(problem);
}

/**
 * Returns the problem of the first switch that is neither yes nor no, with its origin; undefined if there is
 * none.
 */
export function switchProblem(values: Values): SafeText | undefined {
  const bad = allSettings.find(setting => {
    const value = values[setting.name];
    return value !== undefined && notYesOrNo(setting, value) !== undefined;
  });
  return bad === undefined ? undefined : unfit({ [bad.name]: values[bad.name] })[0];
}
