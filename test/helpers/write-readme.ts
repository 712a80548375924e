import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeTable, commandTable, nounTable } from './command-table.ts';
import { keyTable } from './key-table.ts';
import { settingsTable } from './settings-table.ts';

// Puts the tables into the README, each between its two marks: `npm run readme`. A test compares them.
const path = join(import.meta.dirname, '../../README.md');
const tables = {
  keys: keyTable(),
  settings: settingsTable(),
  commands: `${commandTable()}\n\n${nounTable()}`,
  codes: codeTable(),
};
let text = readFileSync(path, 'utf8');
for (const [name, table] of Object.entries(tables))
  text = text.replace(
    new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_all, open: string, close: string) => `${open}${table}\n${close}`,
  );
writeFileSync(path, text);
