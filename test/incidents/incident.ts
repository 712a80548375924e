import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isList, type JsonObject } from '../../src/json/json.ts';
import { readDataFile } from '../../src/sandbox/data-file.ts';
import { isNamed } from '../../src/sandbox/incident.ts';

/** The cause to be found. `bots`: names, or their beginnings before `*`. `change`: it led to the cause. */
export type Culprit = { readonly words: string; readonly bots: JsonObject; readonly change?: string };

export const INCIDENTS = readdirSync(import.meta.dirname).filter(name => name.endsWith('.yaml'));

export const pathOf = (file: string): string => join(import.meta.dirname, file);

export const culpritsOf = (file: string): Promise<readonly Culprit[]> =>
  readDataFile(pathOf(file), json => {
    const { culprit = [] } = json as JsonObject;
    return (isList(culprit) ? culprit : [culprit]) as unknown as readonly Culprit[];
  });

export const hitBy = ({ bots }: Culprit, names: readonly string[]): readonly string[] =>
  names.filter(name => Object.keys(bots).some(pattern => isNamed(pattern, { name })));

/** Returns the row of a cause in the pane or in the list of causes; undefined if it is on neither. */
export function rowOnScreen(screen: string, words: string): number | undefined {
  const cause = / CAUSE /.test(screen) ? /^ [▸ ] {2}(?:[✗!] )?(\S.*?) {2,}\d/ : /│ +[✗!] (.*?) {2,}\d/;
  const rows = screen.split('\n').flatMap(line => cause.exec(line)?.[1] ?? []);
  const at = rows.findIndex(row => words.startsWith(row.replace(/…$/, '')));
  return at < 0 ? undefined : at + 1;
}
