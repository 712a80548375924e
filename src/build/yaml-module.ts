import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Returns the source of a module whose default export is the value of a YAML file. */
export function yamlModule(path: string): string {
  return `export default ${JSON.stringify(parse(readFileSync(path, 'utf8'), { merge: true }))};`;
}
