import {
  type ColourDepth,
  colourDepth,
  isSet,
  querySyncOutput,
  supportsLinks,
} from '../terminal/capabilities.ts';
import { copySequence } from '../terminal/clipboard.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { type Check, fail, ok, skipped, warn } from './report.ts';

export type TerminalFacts = Readonly<ReturnType<typeof ownTerminal>>;

export function ownTerminal() {
  const { env, stdout } = process;
  return { env, size: stdout.isTTY ? { columns: stdout.columns, rows: stdout.rows } : undefined };
}

function hostCheck({ env }: TerminalFacts): Check {
  const hosts = [
    ...(isSet(env, 'TMUX') ? [safe`tmux`] : []),
    ...(isSet(env, 'STY') ? [safe`screen`] : []),
    ...(isSet(env, 'SSH_CONNECTION') || isSet(env, 'SSH_TTY') ? [safe`SSH`] : []),
  ];
  return ok('terminal', joinSafe([safe`TERM ${clean(env['TERM'] ?? 'unset', 40)}`, ...hosts], ', in '));
}

const MIN_SIZE = { columns: 30, rows: 8 };
const SMALL = safe`Below ${MIN_SIZE.columns} x ${MIN_SIZE.rows} the explorer shows only that the terminal is too small.`;
const DUMB = safe`TERM is "dumb". If the terminal can move its cursor, set TERM=xterm-256color.`;

function sizeCheck({ size, env }: TerminalFacts): Check {
  if (size === undefined)
    return skipped('size', safe`no terminal`, safe`Commands work here; the explorer needs a terminal.`);
  const found = safe`${size.columns} x ${size.rows}`;
  const isSmall = size.columns < MIN_SIZE.columns || size.rows < MIN_SIZE.rows;
  if (env['TERM'] === 'dumb') return fail('size', found, DUMB);
  return isSmall ? warn('size', found, SMALL) : ok('size', found);
}

const DEPTHS: { readonly [D in ColourDepth]: SafeText } = {
  mono: safe`none`,
  '16': safe`16`,
  '256': safe`256`,
  all: safe`all (24 bit)`,
};

function colourCheck({ env }: TerminalFacts): Check {
  if (isSet(env, 'NO_COLOR')) return ok('colours', safe`none: NO_COLOR is set`);
  const depth = colourDepth(env);
  const advice = safe`Skins other than terminal need more colours: set COLORTERM=truecolor if the terminal has it.`;
  return ok('colours', DEPTHS[depth], depth === '16' ? advice : undefined);
}

function unicodeCheck({ env }: TerminalFacts): Check {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  const found = locale === '' ? safe`no locale is set` : clean(locale, 40);
  const advice = safe`If letters look wrong, set a UTF-8 locale (LANG=C.UTF-8) or use --ascii.`;
  return /utf-?8/i.test(locale) ? ok('characters', found) : warn('characters', found, advice);
}

const COPY_ADVICE: { readonly [via: string]: SafeText } = {
  tmux: safe`In tmux: set -g set-clipboard on (or allow-passthrough on).`,
  screen: safe`screen passes it on only if the terminal around it supports OSC 52.`,
};

function copyCheck({ env, size }: TerminalFacts): Check {
  if (size === undefined) return skipped('copying', safe`no terminal`);
  const { via } = copySequence('x', env);
  if (via === 'none')
    return warn('copying', safe`no clipboard`, safe`Copied text is shown: select it with the mouse.`);
  const found = via === 'terminal' ? safe`OSC 52` : safe`OSC 52 through ${clean(via)}`;
  return ok('copying', safe`${found}; no terminal confirms a copy`, COPY_ADVICE[via]);
}

async function syncCheck({ env, size }: TerminalFacts): Promise<Check> {
  const name = 'synchronized output';
  if (size === undefined) return skipped(name, safe`no terminal`);
  const { stdin, stdout } = process;
  const hasReplies = stdin.isTTY && env['TERM'] !== 'dumb';
  const hasSync = hasReplies ? await querySyncOutput(stdin, stdout) : undefined;
  if (hasSync === undefined) return ok(name, safe`unknown, no reply (mode 2026)`);
  return ok(name, hasSync ? safe`yes (mode 2026)` : safe`no (mode 2026): the screen may flicker`);
}

export const staticTerminalChecks = (facts: TerminalFacts): readonly Check[] => [
  hostCheck(facts),
  sizeCheck(facts),
  colourCheck(facts),
  unicodeCheck(facts),
  ok('links', supportsLinks(facts.env) ? safe`yes (OSC 8)` : safe`not supported here; shown as text`),
  copyCheck(facts),
];

export async function terminalChecks(): Promise<readonly Check[]> {
  const facts = ownTerminal();
  return [...staticTerminalChecks(facts), await syncCheck(facts)];
}
