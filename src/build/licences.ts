import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';

/** Returns the folder of the package that a bundled file comes from; undefined for our own files. */
function packageFolder(path: string): string | undefined {
  const [, root] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll('\\', '/')) ?? [];
  return root;
}

/** Packages without their licence file, and a package of the same authors that has it. */
const OTHER_PACKAGE: Readonly<Record<string, string>> = { 'yoga-layout': 'react' };

function licenceFile(folder: string): string {
  const name = readdirSync(folder).find(each => /^licen[cs]e/i.test(each));
  if (name !== undefined) return join(folder, name);
  const other = OTHER_PACKAGE[basename(folder)];
  if (other === undefined) throw new Error(`${folder} has no licence file`);
  return licenceFile(join(dirname(folder), other));
}

function licenceOf(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const text = readFileSync(licenceFile(folder), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${about['name']} ${about['version']} (${about['license']})\n\n${text}\n`;
}

/** Returns the licences of all bundled packages, by name. `base`: folder of the paths in the metafile. */
export function licences({ outputs }: Metafile, base: string): string {
  const bundled = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  const folders = new Set(bundled.flatMap(([path]) => packageFolder(path) ?? []));
  const texts = [...folders].map(folder => licenceOf(join(base, folder))).toSorted();
  return ['Licences of the packages that are bundled with this program.\n', ...texts].join(
    `\n${'-'.repeat(80)}\n\n`,
  );
}
