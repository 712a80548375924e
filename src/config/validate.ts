import { parseBaseUrl } from '../api/url.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { nearestWord } from '../text/suggest.ts';
import { allSettings, isSwitch, rangeProblem, type Setting } from './options.ts';
import { isOn, type SettingValue, type Values } from './resolve.ts';

/** Why a value is none of those there are, with the nearest one; undefined when it is. */
export function choiceProblem({ name, choices }: Setting, { text }: SettingValue): SafeText | undefined {
  if (choices === undefined || choices.includes(text)) return undefined;
  const meant = nearestWord(text, choices);
  const hint = meant === undefined ? safe`` : safe` Did you mean ${clean(meant)}?`;
  return safe`There is no ${clean(name)} "${clean(text, 40)}".${hint} There are: ${clean(choices.join(', '))}.`;
}

/** Why a value is neither yes nor no, for a switch; undefined when it is. */
function notYesOrNo(row: Setting, { text }: SettingValue): SafeText | undefined {
  if (!isSwitch(row) || text === 'yes' || text === 'no') return undefined;
  return safe`has to be yes or no, not "${clean(text, 40)}"`;
}

/** What is wrong with the values that are set, each with where it was. Of what a file has, much is left out before. */
export function unfit(values: Values): readonly SafeText[] {
  return allSettings.flatMap(row => {
    const value = values[row.name];
    if (value === undefined) return [];
    const base = row.name === 'apiUrl' ? parseBaseUrl(value.text, isOn(values, 'insecureHttp')) : undefined;
    const problem =
      rangeProblem(row, value.text) ??
      choiceProblem(row, value) ??
      notYesOrNo(row, value) ??
      (base?.ok === false ? base.why : undefined);
    return problem === undefined ? [] : [safe`${value.origin}: ${problem}`];
  });
}

/** The first switch that is neither on nor off, and where it was set; undefined when there is none. */
export function switchProblem(values: Values): SafeText | undefined {
  const bad = allSettings.find(row => {
    const value = values[row.name];
    return value !== undefined && notYesOrNo(row, value) !== undefined;
  });
  return bad === undefined ? undefined : unfit({ [bad.name]: values[bad.name] })[0];
}
