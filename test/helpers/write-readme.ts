import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeTable, commandTable, nounTable } from './command-table.ts';
import { goalTable } from './goal-table.ts';
import { keyTable } from './key-table.ts';
import { layerTable } from './layers.ts';
import { sandboxTables } from './sandbox-tables.ts';
import { settingsTable } from './settings-table.ts';

// Writes the generated tables between their marks: `npm run readme`. Tests compare them.
function writeTables(file: string, tables: { readonly [name: string]: string }): void {
  const path = join(import.meta.dirname, '../..', file);
  let text = readFileSync(path, 'utf8');
  for (const [name, table] of Object.entries(tables))
    text = text.replace(
      new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`),
      (_all, open: string, close: string) => `${open}${table}\n${close}`,
    );
  writeFileSync(path, text);
}

writeTables('src/help/keys.md', { keys: keyTable() });
writeTables('src/help/settings.md', { settings: settingsTable() });
writeTables('src/help/scripting.md', {
  commands: `${commandTable()}\n\n${nounTable()}`,
  codes: codeTable(),
});
writeTables('src/help/sandbox.md', sandboxTables());
writeTables('src/help/performance.md', { goals: goalTable() });
writeTables('src/README.md', { layers: layerTable() });
