import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Terminal } from './terminal.ts';

/** As little of a token as nobody would write by chance. */
const part = (token: string): string => token.slice(0, 16);

function argumentsOf(terminal: Terminal): string {
  try {
    return readFileSync(`/proc/${terminal.pid()}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const copiesIn = (bytes: string): string =>
  [...bytes.matchAll(/\u001b\]52;c;([^\u0007]*)/g)]
    .map(([, text = '']) => Buffer.from(text, 'base64').toString('utf8'))
    .join('\n');

function filesBelow(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => [path, readFileSync(path, 'utf8')] as const);
}

/** Where the token was seen in the course of a journey: bytes and title of the terminal, copies, arguments, files. */
export function tokenSeen(terminal: Terminal, token: string): readonly string[] {
  const bytes = terminal.bytes();
  const places: readonly (readonly [string, string])[] = [
    ['the terminal', bytes],
    ['the title', terminal.title()],
    ['what was copied', copiesIn(bytes)],
    ['the arguments', argumentsOf(terminal)],
    ...filesBelow(terminal.home),
  ];
  return places.flatMap(([place, text]) => (text.includes(part(token)) ? [place] : []));
}
