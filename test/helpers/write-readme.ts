import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedTables } from './generated-tables.ts';

// Writes the generated tables between their marks: `npm run readme`. A test compares them.
for (const [file, tables] of Object.entries(generatedTables)) {
  const path = join(import.meta.dirname, '../..', file);
  let text = readFileSync(path, 'utf8');
  for (const [name, table] of Object.entries(tables))
    text = text.replace(
      new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`),
      (_all, open: string, close: string) => `${open}${table}\n${close}`,
    );
  writeFileSync(path, text);
}
