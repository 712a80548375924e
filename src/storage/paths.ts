import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Below the home folder, where the variable is not set. */
const DEFAULT_FOLDERS = { XDG_CONFIG_HOME: ['.config'], XDG_STATE_HOME: ['.local', 'state'] } as const;

/** Relative paths are ignored: the XDG specification calls them invalid. */
function ownFolder(env: NodeJS.ProcessEnv, name: keyof typeof DEFAULT_FOLDERS) {
  const base = env[name] ?? '';
  return join(isAbsolute(base) ? base : join(homedir(), ...DEFAULT_FOLDERS[name]), 'botscope');
}

export const configFolder = (env: NodeJS.ProcessEnv) => ownFolder(env, 'XDG_CONFIG_HOME');

export const stateFolder = (env: NodeJS.ProcessEnv) => ownFolder(env, 'XDG_STATE_HOME');

/** 32-bit FNV-1a from an offset basis, as eight digits. */
function fnv(text: string, basis: number) {
  let sum = basis;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, '0');
}

/** FNV is enough: nobody else chooses these words, and SHA-256 would cost every start some milliseconds. */
export const serverName = (baseUrl: string, workspaceId: string): string =>
  [0x811c9dc5, 0x9e3779b9, 0x7f4a7c15, 0x94d049bb]
    .map(basis => fnv(`${workspaceId}\n${baseUrl}\n${workspaceId}`, basis))
    .join('');
