import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';

/** Where the package that a bundled file came from begins; undefined for a file of our own. */
function packageFolder(path: string): string | undefined {
  const [, root] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll('\\', '/')) ?? [];
  return root;
}

/** Its sources name a file that is not in the package: the licence of its makers, as it is in this other one. */
const ELSEWHERE: Readonly<Record<string, string>> = { 'yoga-layout': 'react' };

function licenceFile(folder: string): string {
  const name = readdirSync(folder).find(each => /^licen[cs]e/i.test(each));
  if (name !== undefined) return join(folder, name);
  const other = ELSEWHERE[basename(folder)];
  if (other === undefined) throw new Error(`${folder} has no licence that could travel with it`);
  return licenceFile(join(dirname(folder), other));
}

/** A package's name, version and the text of its licence. Throws if it has none. */
function licenceOf(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const text = readFileSync(licenceFile(folder), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${about['name']} ${about['version']} (${about['license']})\n\n${text}\n`;
}

/** The licences of all packages that are in a bundle, by name. `inside`: the folder that the paths start from. */
export function licences({ outputs }: Metafile, inside: string): string {
  const bundled = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  const folders = new Set(bundled.flatMap(([path]) => packageFolder(path) ?? []));
  const texts = [...folders].map(folder => licenceOf(join(inside, folder))).toSorted();
  return ['What is bundled in this program, and its licences.\n', ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}
