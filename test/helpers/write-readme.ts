import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyTable } from './key-table.ts';
import { settingsTable } from './settings-table.ts';

/** The text with a table between its two marks. */
const withTable = (text: string, name: string, table: string): string =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_all, open: string, close: string) => `${open}${table}\n${close}`,
  );

// Puts the tables into the README, each between its two marks: `npm run readme`. A test compares them.
const path = join(import.meta.dirname, '../../README.md');
const text = withTable(readFileSync(path, 'utf8'), 'keys', keyTable());
writeFileSync(path, withTable(text, 'settings', settingsTable()));
