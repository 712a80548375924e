import { readdirSync, readFileSync, statSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { saveReport } from '../../src/doctor/crash.ts';
import { newFolder } from '../helpers/folder.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder('crashes');
});

test('crash reports: the newest five stay, each readable by its owner only', () => {
  const paths = [1, 2, 3, 4, 5, 6, 7].map(day =>
    saveReport(folder, new Date(Date.UTC(2026, 0, day)), `${day}`),
  );

  expect(readdirSync(folder)).toHaveLength(5);
  expect(paths.slice(2).map(path => readFileSync(path, 'utf8'))).toEqual(['3', '4', '5', '6', '7']);
  for (const path of paths.slice(2)) expect(statSync(path).mode & 0o777).toBe(0o600);
});
