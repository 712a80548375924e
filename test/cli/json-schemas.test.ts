import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { healthSchema } from '../../src/cli/findings/shapes.ts';
import { recordsSchema } from '../../src/sandbox/records-schema.ts';
import { commandsOn } from '../helpers/command-rows.ts';
import { sandboxPerFile } from '../helpers/sandbox.ts';

const sandbox = sandboxPerFile({ bots: 60, ext: true, odd: false });
const { run } = commandsOn(sandbox);

test('health --schema: prints the schema of -o json without a login', async () => {
  expect(JSON.parse((await run('BP_TOKEN= health --schema')).out)).toEqual(healthSchema());
});

test.each([
  ['health', healthSchema, 'health -o json --issues', 'diagnoses', { worst: 7 }],
  ['health', healthSchema, 'health -o json', 'causes', { findings: 'none' }],
  ['records', recordsSchema, 'export --records - --ext', 'issue', { in: {} }],
  ['records', recordsSchema, 'export --records - --ext', 'bot', { createdAt: 7 }],
] as const)('schema of %s: accepts what $2 prints, and refuses a wrong member in $3', async (...row) => {
  const [, schema, line, list, wrong] = row;
  sandbox.fault(`GET /v1/admin/bots/${sandbox.ids.botId} 500`);
  const printed = parse((await run(line)).out);
  const ajv = new Ajv2020({ allowUnionTypes: true, formats: { 'date-time': true } });
  const isValid = ajv.compile(schema());

  expect([isValid(printed), isValid.errors]).toEqual([true, null]);
  printed[list][0] = { ...printed[list][0], ...wrong };
  expect(isValid(printed)).toBe(false);
});
