import { readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, Script } from 'node:vm';
import { makeFolder, ownFolder } from './folders.ts';
import { wrapped } from './wrapped.ts';

/** Tells the files of this build from those of others. */
declare const BOTSCOPE_BUILD: string;
/** Whether the files are inside the executable, and compiled a first time there. */
declare const BOTSCOPE_IS_INSIDE: boolean;
declare const require: (name: string) => unknown;
declare const __dirname: string;

type Module = { exports: unknown };
type Inside = Pick<typeof import('node:sea'), 'getAsset' | 'getRawAsset'>;
type Loaded = { readonly script: Script; readonly module: Module; isKept: boolean };

const MONTH_MS = 30 * 24 * 3600 * 1000;
const OWNER_ONLY = 0o600;
const OTHERS_WRITE = 0o022;

/** What is compiled differs by what is run: the explorer, or a command. */
const KIND = /^[^-]/.test(process.argv[2] ?? '') ? 'command' : 'explorer';
const MINE = `_${BOTSCOPE_BUILD}_${process.version}_${process.arch}_${KIND}_`;

const inside = BOTSCOPE_IS_INSIDE ? (require('node:sea') as Inside) : undefined;

const loaded = new Map<string, Loaded>();

/** The folder for compiled code: below XDG_CACHE_HOME if that is absolute, else below ~/.cache. */
const cacheFolder = (): string => ownFolder(process.env, 'XDG_CACHE_HOME');

/** Code compiled by an earlier run, if nobody else can have written it. */
function compiled(name: string): Buffer | undefined {
  try {
    const file = join(cacheFolder(), MINE + name);
    const { uid, mode } = statSync(file);
    const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & OTHERS_WRITE) === 0);
    return isOurs ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  }
}

/** What builds have left that are used no more. */
function tidy(folder: string): void {
  for (const name of readdirSync(folder).filter(each => /^_.+_\w+\.cjs/.test(each))) {
    const file = join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > MONTH_MS) unlinkSync(file);
  }
}

function keep(name: string, { script }: Loaded): void {
  const folder = cacheFolder();
  makeFolder(folder);
  const file = join(folder, MINE + name);
  const own = `${file}.${process.pid}`;
  writeFileSync(own, script.createCachedData(), { mode: OWNER_ONLY, flag: 'wx' });
  renameSync(own, file);
  tidy(folder);
}

/**
 * Keeps what was compiled so far, functions and all, for the next run of its kind. Node's own cache has only what is
 * compiled before a file runs, which is a third of it.
 */
function keepCompiled(kind: string): void {
  if (kind !== KIND) return;
  for (const [name, each] of loaded) {
    if (each.isKept) continue;
    each.isKept = true;
    try {
      keep(name, each);
    } catch {
      // Without it the start is slower, nothing else.
    }
  }
}

/** The build leaves nothing but ASCII in our files. */
const textOf = (name: string): string =>
  inside === undefined ? readFileSync(join(__dirname, name), 'latin1') : inside.getAsset(name, 'utf8');

/** What is compiled before a file runs: a first run is sooner with it. */
function compiledInside(name: string): Buffer | undefined {
  return inside === undefined ? undefined : bytesOf(`${name}.compiled`);
}

const bytesOf = (name: string): Buffer =>
  inside === undefined ? readFileSync(join(__dirname, name)) : Buffer.from(inside.getRawAsset(name));

/** One of our own files, or a module of Node. */
function load(name: string): unknown {
  if (!name.startsWith('./')) return require(name);
  if (name.endsWith('.wasm')) return bytesOf(name.slice(2));
  const known = loaded.get(name.slice(2));
  if (known !== undefined) return known.module.exports;
  const file = join(__dirname, name);
  const kept = compiled(name.slice(2));
  const cachedData = kept ?? compiledInside(name.slice(2));
  const script = new Script(wrapped(textOf(name.slice(2))), {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module: Module = { exports: {} };
  const isKept = kept !== undefined && script.cachedDataRejected === false;
  loaded.set(name.slice(2), { script, module, isKept });
  script.runInThisContext()(module.exports, load, module, keepCompiled);
  return module.exports;
}

load('./main.cjs');
