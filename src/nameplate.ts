import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { DEMO, flagOf, keyOf, SCREEN_READER, variableOf } from './settings/flags.ts';
import { projectPath, settingsPath } from './settings/paths.ts';
import { isNamed, PROGRAM_NAME } from './store/program-name.ts';
import { inFront } from './terminal/in-front.ts';
import { hangNameplate, type Nameplate } from './terminal/nameplate.ts';

type Environment = Readonly<Record<string, string | undefined>>;

function isMentioned(path: string | undefined): boolean {
  if (path === undefined) return false;
  try {
    return readFileSync(path, 'utf8').includes(keyOf(SCREEN_READER));
  } catch {
    return false;
  }
}

/** Whether anything at all speaks of screen readers, which are told nothing but lines. */
function mayBeSpoken(env: Environment): boolean {
  const names = [variableOf(SCREEN_READER), ...(SCREEN_READER.alike ?? [])];
  return (
    names.some(name => (env[name] ?? '') !== '') ||
    [settingsPath(env), projectPath(process.cwd())].some(isMentioned)
  );
}

/** Whether a screen is shown for sure, and there is no doubt of whose terminal it is. Elsewhere than on Linux there is. */
function isSure(env: Environment): boolean {
  return (
    process.platform === 'linux' &&
    process.argv.slice(2).every(word => word === flagOf(DEMO)) &&
    env['TERM'] !== 'dumb' &&
    isatty(0) &&
    isatty(1) &&
    !mayBeSpoken(env) &&
    inFront()
  );
}

/** The program takes longer to read than a person to look: what is sure to be on its first screen is shown before. */
export function earlyNameplate(): Nameplate | undefined {
  try {
    if (!isSure(process.env)) return undefined;
    const { columns, rows, fd } = process.stdout;
    return isNamed({ columns, rows }) ? hangNameplate(fd, PROGRAM_NAME) : undefined;
  } catch {
    return undefined;
  }
}
