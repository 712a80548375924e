import type { Setting } from './setting.ts';

export const FAIL_ON_LEVELS = ['problem', 'warning', 'never'] as const;

/** Settings of `health` and `diagnose`, which list their flags among their own. */
export const FAIL_ON: Setting = {
  name: 'failOn',
  flag: '--fail-on <level>',
  choices: FAIL_ON_LEVELS,
  help: 'exit 1 from this level of findings: problem, warning or never',
  defaultText: 'problem',
  isAllowedInProject: true,
};

export const IGNORE: Setting = {
  name: 'ignore',
  flag: '--ignore <rules>',
  help: 'findings to ignore: rule or rule:target, with commas',
  isList: true,
  defaultText: 'none',
  isAllowedInProject: true,
};

export const BASELINE: Setting = {
  name: 'baseline',
  flag: '--baseline <file>',
  help: 'file of known findings, which fail nothing',
  defaultText: 'none',
  isAllowedInProject: true,
};
