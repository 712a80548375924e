import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Terminal } from './terminal.ts';

/** Returns the beginning of a token: long enough never to occur by chance. */
const part = (token: string): string => token.slice(0, 16);

/** Returns the text of a file; '' if it no longer exists, like a lock. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function filesBelow(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => [path, textOf(path)] as const);
}

/** Returns where the token has appeared during a journey: terminal, title, copies, arguments, files. */
export function tokenLeaks(terminal: Terminal, token: string): readonly string[] {
  const places: readonly (readonly [string, string])[] = [
    ['the terminal', terminal.bytes()],
    ['the title', terminal.title()],
    ['what was copied', terminal.copies().join('\n')],
    ['the arguments', textOf(`/proc/${terminal.pid()}/cmdline`)],
    ...filesBelow(terminal.home),
  ];
  return places.flatMap(([place, text]) => (text.includes(part(token)) ? [place] : []));
}
