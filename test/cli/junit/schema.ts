import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

/**
 * Schemas of JUnit reports that CI systems read: that of Jenkins, and that of the Ant task, the strictest of
 * those that are published.
 */
const SCHEMAS = ['jenkins', 'ant'] as const;

/** Validates a report by libxml2. Returns what breaks a schema. */
export async function schemaProblems(report: string): Promise<readonly string[]> {
  const results = SCHEMAS.map(async name => {
    const schema = readFileSync(join(import.meta.dirname, `${name}.xsd`), 'utf8');
    const { errors } = await validateXML({ xml: [{ fileName: 'report.xml', contents: report }], schema });
    return errors.map(({ message }) => `${name}: ${message}`);
  });
  return (await Promise.all(results)).flat();
}
