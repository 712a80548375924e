import type { ScalarTag } from 'yaml';
import { type Json, rawDigits } from '../api/json.ts';
import { escaped, isHidden, listKey, masked, type Sheet } from './sheet.ts';

// Numbers that were kept as their digits (see api/json.ts) are written as these digits.
const digits: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: value => rawDigits(value as Json) !== undefined,
  test: /(?!)/,
  resolve: text => text,
  stringify: ({ value }) => rawDigits(value as Json) ?? '',
};

/** Quoted where an older reader would take a text for something else (`no`, `12:30`), and never folded. */
const STYLE = {
  compat: 'yaml-1.1',
  lineWidth: 0,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  aliasDuplicateObjects: false,
} as const;

/** Prints values as YAML; the package is loaded when it is wanted. */
async function yamlPrinter(): Promise<(value: unknown) => string> {
  const { Document, visit } = await import('yaml');
  return value => {
    const document = new Document(value, { ...STYLE, customTags: tags => [digits, ...tags] });
    visit(document, {
      Scalar: (_key, node) => {
        if (typeof node.value === 'string' && isHidden(node.value)) node.type = 'QUOTE_DOUBLE';
      },
    });
    return escaped(document.toString(STYLE));
  };
}

/** The same shape as JSON: a record as it is, a list below its name after whether it is complete. */
export async function* yaml(sheet: Sheet): AsyncIterable<string> {
  const print = await yamlPrinter();
  const { resource, records, is, missing } = sheet;
  if (is === 'record') return yield print(masked(sheet, records[0] ?? {}));
  yield print({ complete: missing === undefined, ...(missing === undefined ? {} : { missing }) });
  yield `${listKey(resource)}:${records.length === 0 ? ' []' : ''}\n`;
  for (const record of records)
    yield print([masked(sheet, record)]).replace(/^(?=[^\n])|\n(?=[^\n])/g, '$&  ');
}
