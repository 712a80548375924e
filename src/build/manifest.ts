import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Members of package.json that the package needs. Not its dependencies: the bundle contains them. */
const PUBLISHED = ['name', 'version', 'description', 'license', 'type', 'bin', 'exports', 'files', 'engines'];

/** Replaces package.json by that of the package, until `restoreManifest`. */
export function stripManifest(folder: string): void {
  const [file, kept] = [join(folder, 'package.json'), join(folder, 'release/package.json')];
  const members = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
  mkdirSync(join(folder, 'release'), { recursive: true });
  renameSync(file, kept);
  const published = Object.fromEntries(members.filter(([name]) => PUBLISHED.includes(name)));
  writeFileSync(file, `${JSON.stringify(published, undefined, 2)}\n`);
}

export const restoreManifest = (folder: string): void =>
  renameSync(join(folder, 'release/package.json'), join(folder, 'package.json'));

if (import.meta.main) (process.argv[2] === 'strip' ? stripManifest : restoreManifest)(process.cwd());
