import type { Environment } from '../terminal/capabilities.ts';
import { type ColourDepth, colourDepth, supportsLinks } from '../terminal/capabilities.ts';
import { copySequence } from '../terminal/clipboard.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type Check, checksOf } from './report.ts';

const { ok, warn, fail, skipped } = checksOf('terminal');

/** The terminal at hand. `size`: undefined when there is none; `holdsFrames`: undefined when it did not say. */
export type TerminalFacts = {
  readonly env: Environment;
  readonly size: { readonly columns: number; readonly rows: number } | undefined;
  readonly holdsFrames: boolean | undefined;
};

const isSet = (env: Environment, name: string): boolean => (env[name] ?? '') !== '';

/** Smaller than this the explorer shows one line. */
const LEAST = { columns: 30, rows: 8 };

function sizeCheck({ size, env }: TerminalFacts): Check {
  if (size === undefined)
    return skipped(
      'size',
      safe`this is no terminal`,
      safe`Commands work here; the explorer needs a terminal.`,
    );
  const words = safe`${size.columns} x ${size.rows}`;
  if (env['TERM'] === 'dumb')
    return fail('size', words, safe`TERM is "dumb": if it moves its cursor, set TERM=xterm-256color.`);
  const isSmall = size.columns < LEAST.columns || size.rows < LEAST.rows;
  return isSmall
    ? warn('size', words, safe`Below ${LEAST.columns} x ${LEAST.rows} the explorer is one line.`)
    : ok('size', words);
}

const DEPTHS: { readonly [D in ColourDepth]: SafeText } = {
  mono: safe`none`,
  '16': safe`16`,
  '256': safe`256`,
  all: safe`all (24 bit)`,
};

function colourCheck({ env }: TerminalFacts): Check {
  const depth = colourDepth(env);
  if (isSet(env, 'NO_COLOR')) return ok('colours', safe`none: NO_COLOR is set`);
  const advice =
    depth === '16'
      ? safe`The skins dark and light need more: COLORTERM=truecolor, if it has them.`
      : undefined;
  return ok('colours', DEPTHS[depth], advice);
}

/** The locale that counts for characters. */
const localeOf = (env: Environment): string => env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';

function unicodeCheck({ env }: TerminalFacts): Check {
  const locale = localeOf(env);
  const shown = locale === '' ? safe`no locale is set` : clean(locale, 40);
  return /utf-?8/i.test(locale)
    ? ok('characters', shown)
    : warn('characters', shown, safe`If letters look wrong: a UTF-8 locale (LANG=C.UTF-8), or --ascii.`);
}

const INSIDE: { readonly [way: string]: SafeText } = {
  tmux: safe`In tmux: set -g set-clipboard on (or allow-passthrough on).`,
  screen: safe`screen passes it on only where the terminal around it takes OSC 52.`,
};

function copyCheck({ env, size }: TerminalFacts): Check {
  if (size === undefined) return skipped('copying', safe`there is no terminal to copy with`);
  const { via: way } = copySequence('x', env);
  if (way === 'none')
    return warn('copying', safe`no clipboard here`, safe`What is copied is shown; mark it with the mouse.`);
  const found = way === 'terminal' ? safe`OSC 52` : safe`OSC 52 through ${clean(way)}`;
  return ok('copying', safe`${found}; no terminal says whether it took it`, INSIDE[way]);
}

function aroundCheck({ env }: TerminalFacts): Check {
  const parts = [
    ...(isSet(env, 'TMUX') ? [safe`tmux`] : []),
    ...(isSet(env, 'STY') ? [safe`screen`] : []),
    ...(isSet(env, 'SSH_CONNECTION') || isSet(env, 'SSH_TTY') ? [safe`SSH`] : []),
  ];
  const term = clean(env['TERM'] ?? 'unset', 40);
  return ok(
    'terminal',
    parts.reduce((all, part) => safe`${all}, in ${part}`, safe`TERM ${term}`),
  );
}

function framesCheck({ holdsFrames, size }: TerminalFacts): Check {
  if (size === undefined) return skipped('whole frames', safe`there is no terminal`);
  if (holdsFrames === undefined) return ok('whole frames', safe`it did not say (mode 2026)`);
  return ok('whole frames', holdsFrames ? safe`yes (mode 2026)` : safe`no (mode 2026): it may flicker`);
}

/** What the terminal can do. */
export function terminalChecks(facts: TerminalFacts): readonly Check[] {
  const links = supportsLinks(facts.env)
    ? safe`yes (OSC 8)`
    : safe`not known to make them: addresses are shown as text`;
  return [
    aroundCheck(facts),
    sizeCheck(facts),
    colourCheck(facts),
    unicodeCheck(facts),
    ok('links', links),
    copyCheck(facts),
    framesCheck(facts),
  ];
}
