import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyTable } from './key-table.ts';

// Puts the key table into the README, between its two marks: `npm run readme`. A test compares them.
const path = join(import.meta.dirname, '../../README.md');
const text = readFileSync(path, 'utf8');
writeFileSync(
  path,
  text.replace(
    /(<!-- keys -->\n)[\s\S]*?(<!-- \/keys -->)/,
    (_all, open: string, close: string) => `${open}${keyTable()}\n${close}`,
  ),
);
