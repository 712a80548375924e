import { changeWords, pathText, pathWords } from '../diff/change-words.ts';
import type { Comparison } from '../diff/comparison.ts';
import type { Change } from '../diff/diff.ts';
import type { JsonObject } from '../json/json.ts';
import { choice, free, type Tone, text } from '../resources/field.ts';
import { defineResource, type Resource } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import type { CommandCall } from './shared/context.ts';
import { listPrinter } from './shared/output.ts';
import { coloured, hangingLines, tableWidth } from './shared/table.ts';

/** A change as a command prints it: values in words in a table, else as JSON. */
export const changeShape: Resource = defineResource({
  kind: 'changes',
  title: safe`Change`,
  plural: safe`Changes`,
  ids: ['path'],
  fields: {
    change: choice({ changed: 'warn', added: 'good', removed: 'bad', moved: 'warn' }),
    path: text,
    before: free,
    after: free,
  },
  columns: [
    { title: safe`CHANGE`, field: 'change', width: 7, rank: 1 },
    { title: safe`FIELD`, field: 'path', width: 24, rank: 1 },
    { title: safe`BEFORE`, field: 'before', as: text, width: 20, rank: 1, isProse: true },
    { title: safe`AFTER`, field: 'after', as: text, width: 20, rank: 1, isProse: true },
  ],
});

/** Formats for people, which show values in words. */
const IN_WORDS: ReadonlySet<string> = new Set(['table', 'md']);

function printedChange(comparison: Comparison, change: Change, { style }: CommandCall): JsonObject {
  const { kind, path } = change;
  if (!IN_WORDS.has(style.output)) {
    return {
      change: kind,
      path: pathText(path),
      ...('before' in change ? { before: change.before } : {}),
      ...('after' in change ? { after: change.after } : {}),
    };
  }
  const { before = null, after = null } = changeWords(change, comparison.resource.fields, style.clock);
  return { change: kind, path: pathWords(comparison, path), before, after };
}

/** Returns a change as lines: the field, and below it the values, as `-` and `+`. */
function changeLines(
  comparison: Comparison,
  change: Change,
  { style, context: { io } }: CommandCall,
): readonly string[] {
  const { width = tableWidth(changeShape), hasColours } = io;
  const { before, after } = changeWords(change, comparison.resource.fields, style.clock);
  const value = (sign: SafeText, words: SafeText | undefined, tone: Tone): readonly string[] => {
    const lines = words === undefined ? [] : hangingLines(safe`  ${sign} `, words, width);
    return lines.map(line => coloured(line, tone, hasColours));
  };
  return [
    ...hangingLines(safe`${clean(change.kind)} `, pathWords(comparison, change.path), width),
    ...value(safe`-`, before, 'bad'),
    ...value(safe`+`, after, 'good'),
  ];
}

/** Prints changes in the format of `-o`; a terminal too narrow for the table has values below their field. */
export async function printChanges(
  call: CommandCall,
  comparison: Comparison,
  { changes, more }: { readonly changes: readonly Change[]; readonly more: number },
): Promise<void> {
  const {
    style,
    context: { io },
  } = call;
  const { width } = io;
  if (style.output === 'table' && width !== undefined && width < tableWidth(changeShape)) {
    const lines = changes.flatMap(change => changeLines(comparison, change, call));
    await io.write(lines.map(line => `${line}\n`).join(''));
    return;
  }
  // Only a terminal is too narrow for all of a value.
  const isWhole = style.output === 'table' && width === undefined;
  const only = isWhole ? Object.keys(changeShape.fields) : undefined;
  const printer = listPrinter({ io, resource: changeShape, style: { ...style, only } });
  await printer.add(changes.map(change => printedChange(comparison, change, call)));
  await printer.end(more === 0 ? undefined : safe`${more} more differences are left out.`);
}
