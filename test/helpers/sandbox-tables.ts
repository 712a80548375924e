import { pathTemplate } from '../../src/api/operation.ts';
import { documentedOperations, undocumentedOperations } from '../../src/resources/registry.ts';
import { controlOperations } from '../../src/sandbox/control.ts';
import { faultWords } from '../../src/sandbox/fault-words.ts';

type Row = readonly [code: string, help: string];

const table = (titles: string, rows: readonly Row[]): string =>
  [`| ${titles} |`, '|---|---|', ...rows.map(([code, help]) => `| \`${code}\` | ${help} |`)].join('\n');

/** Returns the tables of the help on the sandbox: words of faults, the control address, the operations. */
export function sandboxTables(): { readonly [name: string]: string } {
  const operations = [...documentedOperations, ...undocumentedOperations].map(({ operation }): Row => {
    const needs = operation.isUndocumented === true ? 'with `--ext`' : 'always';
    return [`${operation.method} ${pathTemplate(operation)}`, needs];
  });
  const control = Object.entries(controlOperations).map(([code, [help]]): Row => [code, help]);
  return {
    faults: table('word | what happens', faultWords),
    control: table('method and path | what it does', control),
    operations: table('operation | served', operations),
  };
}
