import type { JsonObject } from '../api/json.ts';
import { redact } from '../resources/redact.ts';
import type { Resource } from '../resources/resource.ts';
import { clean, type SafeText } from '../text/sanitise.ts';
import { type Line, span, textLine } from './line.ts';

/** Longest line of raw text, in units: longer values end with an ellipsis. */
const MAX_LINE = 4000;

/** A record as sent, secrets masked, as lines of JSON: whole and not cleaned, for what is not painted. */
export function rawText(resource: Resource, record: JsonObject): readonly string[] {
  return JSON.stringify(redact(resource.fields, record), undefined, 2).split('\n');
}

/** The same in safe lines for the screen. */
export function rawLines(resource: Resource, record: JsonObject): readonly Line[] {
  return rawText(resource, record).map((line, at) =>
    textLine(`raw:${at}`, ...coloured(clean(line, MAX_LINE))),
  );
}

function coloured(line: SafeText): ReturnType<typeof span>[] {
  const parts = /^(\s*)("(?:[^"\\]|\\.)*")(: )(.*)$/.exec(line);
  if (parts === null) return [span(line)];
  const [, indent, key, colon, value] = parts.map(part => clean(part, MAX_LINE));
  return [span(indent ?? line), span(key ?? line, 'label'), span(colon ?? line), span(value ?? line)];
}
