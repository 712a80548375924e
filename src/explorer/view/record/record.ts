import { type Json, type JsonObject, member } from '../../../json/json.ts';
import { labelOf, undescribed } from '../../../resources/label.ts';
import { redactShown } from '../../../resources/redact.ts';
import type { Resource, Section } from '../../../resources/resource.ts';
import { tabNamed, tabsOf } from '../../../resources/tabs.ts';
import { cleanLines, safe } from '../../../text/sanitise.ts';
import { numbered } from '../../../text/urls.ts';
import { wrap } from '../../../text/width.ts';
import { type Line, span, titleLine } from '../line.ts';
import { childLines, chosenLines, insideTargets, type ShownRecord } from './children.ts';
import { diagnosisLines } from './diagnosis.ts';
import { fieldLines, INDENT, linkLines, pair, type RenderOptions, valueLine } from './fields.ts';

/** Returns the undescribed fields as sent, so that nothing from the server is lost (spec 2.6). */
function otherLines(resource: Resource, record: JsonObject, options: RenderOptions): Line[] {
  const shown = new Set([
    ...resource.sections.flatMap(({ fields, document }) => (document === undefined ? fields : [])),
    ...resource.children.flatMap(child => (child.from === 'inside' ? [child.field] : [])),
  ]);
  const rest = Object.keys(record).filter(key => !shown.has(key));
  if (rest.length === 0) return [];
  return [
    titleLine('other', safe`Other`),
    ...rest.flatMap(key => {
      const labelled = { path: [key], name: labelOf(resource, key), options };
      const field = Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined;
      return field === undefined
        ? pair(labelled, [undescribed(record[key]) ?? safe`not set`], 'plain')
        : fieldLines(field, record[key], labelled);
    }),
  ];
}

/** Returns long text without a label, for a section of its own. */
function proseLines(name: string, value: Json | undefined, { width }: RenderOptions): Line[] {
  const text = typeof value === 'string' ? value : '';
  const texts = text === '' ? [safe`not set`] : cleanLines(numbered(text));
  const rows = texts.flatMap(text => wrap(text, Math.max(8, width - INDENT.length - 1)));
  const lines = rows.map((row, at) =>
    valueLine([name], at === 0 ? undefined : `field:${name}:${at}`, span(safe`${INDENT}${row}`)),
  );
  return [...lines, ...linkLines([name], text)];
}

/** Returns the lines of a section; the first section on a screen has no title of its own. */
function sectionLines(
  { title, fields }: Section,
  record: JsonObject,
  { resource, options, isFirst }: { resource: Resource; options: RenderOptions; isFirst: boolean },
): Line[] {
  const lines = fields.flatMap(name => {
    const field = resource.fields[name];
    if (field === undefined) return [];
    if (fields.length === 1 && field.prose) return proseLines(name, member(record, name), options);
    return fieldLines(field, member(record, name), {
      path: [name],
      name: labelOf(resource, name),
      options,
    });
  });
  return isFirst ? lines : [titleLine(`section:${title}`, title), ...lines];
}

/** Returns one tab of a record as lines: diagnosis, first section, children, and the rest. */
export function recordLines(resource: Resource, sent: JsonObject, self: ShownRecord): readonly Line[] {
  const record = redactShown(resource.fields, sent);
  const { options } = self;
  const tabs = tabsOf(resource);
  const tab = tabNamed(tabs, self.tab);
  const isFirstTab = tab === tabs[0];
  const { sections, children } = tab ?? resource;
  const diagnosis =
    !isFirstTab || resource.diagnose === undefined
      ? []
      : diagnosisLines(resource.diagnose(record, options.clock), {
          width: options.width,
          targetOf: insideTargets(resource, record, self.ref),
        });
  const lines = sections.map((section, at) =>
    sectionLines(section, record, { resource, options, isFirst: at === 0 && diagnosis.length === 0 }),
  );
  const [first = [], second = [], ...others] = lines;
  // Contents come after the first section, users after the second.
  const inside = children.filter(({ from }) => from !== 'known');
  const users = children.filter(({ from }) => from === 'known');
  return [
    ...diagnosis,
    ...first,
    ...inside.flatMap(child => childLines(child, record, self)),
    ...second,
    ...users.flatMap(child => childLines(child, record, self)),
    ...others.flat(),
    ...(isFirstTab ? otherLines(resource, record, options) : []),
  ];
}

/** Returns the details of the entry under the cursor, for below the lines of the tab. */
export function cursorLines(
  resource: Resource,
  sent: JsonObject,
  self: ShownRecord & { readonly cursor: string | undefined },
): readonly Line[] {
  const { children = [] } = tabNamed(tabsOf(resource), self.tab) ?? {};
  return children.some(({ from }) => from === 'inside')
    ? chosenLines(children, redactShown(resource.fields, sent), self)
    : [];
}
