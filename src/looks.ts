import { badArgument, badSetting, type Failure } from './failure.ts';
import type { Given } from './settings/flags.ts';
import { isSkinName, SKIN_NAMES } from './store/skin-names.ts';
import { depthOf, linksIn } from './terminal/abilities.ts';
import { clean, safe } from './text/sanitise.ts';
import type { Looks } from './ui/theme.ts';

/** How the explorer looks: the skin's name, or `auto` for the one that fits the background; whether secrets may be shown. */
export type Look = Looks & { readonly skin: string; readonly reveals: boolean };

type Environment = Readonly<Record<string, string | undefined>>;

const isOn = (value: string | undefined): boolean => value !== undefined && !/^(0|false|no)?$/i.test(value);

/** What was asked for and what the terminal can do, or why nothing can be shown. */
export function lookOf(given: Given, env: Environment): Look | Failure {
  if (env['TERM'] === 'dumb')
    return badSetting(
      safe`TERM is "dumb": the explorer needs a terminal that moves its cursor. If this one does: TERM=xterm-256color botscope.`,
    );
  const skin = given.skin ?? (env['BOTSCOPE_SKIN'] || 'terminal');
  if (skin !== 'auto' && !isSkinName(skin)) {
    const names = [...SKIN_NAMES, 'auto'].join(', ');
    return badArgument(safe`There is no skin "${clean(skin, 40)}". There are: ${clean(names)}.`);
  }
  const ascii = given.ascii ?? isOn(env['BOTSCOPE_ASCII']);
  const reveals = given.reveal ?? !isOn(env['BOTSCOPE_NO_REVEAL']);
  return { skin, ascii, reveals, depth: depthOf(env), links: linksIn(env) };
}
