// @module-tag smoke

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { journeys } from '../helpers/journey.ts';

const { journey } = journeys({ sandbox: { bots: 30, pageSize: 20 }, first: '1/20+' });

const fileOf = ({ terminal }: ExplorerRun): string => join(terminal.home, 'bots.yaml');
const textOf = (run: ExplorerRun): string => readFileSync(fileOf(run), 'utf8');

journey('export: the file of an incomplete list says so, and only o overwrites a file', [
  ['Ctrl-S', 'all 20 loaded bots', 'only 20 loaded, more available. The file says so.'],
  ['Tab Tab Ctrl-U', '[yaml]'],
  ['~/bots.yaml Enter', 'Saved all 20 loaded bots'],
  run => {
    const saved = parse(textOf(run)) as Record<string, unknown>;
    expect(saved).toMatchObject({ complete: false, missing: 'only 20 loaded, more available' });
    expect(saved['bots']).toHaveLength(20);
    expect(statSync(fileOf(run)).mode & 0o777).toBe(0o600);
  },
  ['Space Ctrl-S Ctrl-U ~/bots.yaml Enter', 'o overwrites it'],
  ['Enter'],
  run => expect(textOf(run)).toContain('complete: false'),
  ['o', 'Saved 1 marked bot'],
  ({ terminal }) =>
    expect(readdirSync(terminal.home).filter(name => name.includes('bots'))).toEqual(['bots.yaml']),
]);
