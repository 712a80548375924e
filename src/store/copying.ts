import { MASK } from '../resources/field.ts';
import { resourceOf } from '../resources/index.ts';
import { redact } from '../resources/redact.ts';
import { ownIdName, type Ref, rawName, requestPath } from '../resources/resource.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { cursorRef, cursorTarget } from './going.ts';
import { placeText } from './place-text.ts';
import { rawText } from './raw-lines.ts';
import { currentView, knownRecord, type State } from './state.ts';
import { cursorIndex, surfaceOf } from './surface.ts';

/** What can be copied of what is under the cursor. */
export type Part = 'id' | 'name' | 'place' | 'screen' | 'path' | 'json' | 'line';

/** A text to copy, what it is, and whether it is short enough to be shown in full. */
export type Copyable = { readonly text: string; readonly what: SafeText };

/** The record that is meant: the one that the line leads to, else the one under the cursor or on the screen. */
export function meantRef(state: State): Ref | undefined {
  const target = currentView(state).place.screen === 'record' ? cursorTarget(state) : undefined;
  return target?.to === 'place' && target.place.screen === 'record' ? target.place.ref : cursorRef(state);
}

const STRING = /^"(?:[^"\\]|\\.)*"$/;

/** The value on a line of raw text: a text without its quotes; undefined for a line that only opens or closes. */
function lineValue(line: string): string | undefined {
  const value = line
    .trim()
    .replace(/^"(?:[^"\\]|\\.)*": /, '')
    .replace(/,$/, '');
  if (/^[[{}\]]*$/.test(value)) return undefined;
  if (!STRING.test(value)) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}

/** The value under the cursor, from the record itself: what is painted may be cut. */
function cursorLine(state: State): Copyable | SafeText {
  const view = currentView(state);
  const ref = view.place.screen === 'raw' ? view.place.ref : undefined;
  const record = ref === undefined ? undefined : knownRecord(state, ref);
  if (ref === undefined || record === undefined) return safe`It was not read yet.`;
  const line = rawText(resourceOf(ref.kind), record)[cursorIndex(surfaceOf(state), view)];
  const value = line === undefined ? undefined : lineValue(line);
  if (value === undefined) return safe`This line has no value of its own; C copies the whole.`;
  if (value.includes(MASK)) return safe`A secret is not copied.`;
  return { text: value, what: safe`value` };
}

function recordPart(
  state: State,
  ref: Ref,
  part: Exclude<Part, 'line' | 'place' | 'screen'>,
): Copyable | SafeText {
  const resource = resourceOf(ref.kind);
  const record = knownRecord(state, ref);
  const title = safe`${resource.title}`;
  switch (part) {
    case 'id':
      return { text: ref.ids[ownIdName(resource)] ?? '', what: safe`${title} id` };
    case 'name': {
      const name = record === undefined ? undefined : rawName(resource, record);
      return name === undefined
        ? safe`It has no name, or it is not known yet.`
        : { text: name, what: safe`name` };
    }
    case 'path': {
      const operation = resource.read ?? resource.remove?.operation;
      if (operation === undefined) return safe`The API has no path for it.`;
      return { text: requestPath(operation, ref.ids), what: safe`API path` };
    }
    case 'json':
      return record === undefined
        ? safe`It was not read yet.`
        : {
            text: JSON.stringify(redact(resource.fields, record), undefined, 2),
            what: safe`JSON, secrets masked`,
          };
  }
}

// Pasted into a shell, a carriage return would run what stands before it, and an escape sequence would act.
const CONTROL = /(?![\n\t])\p{Cc}/gu;
const BREAK = /[\n\t]/g;

/** Without control characters; of line breaks only those of a text that is shown in lines stay. */
function harmless({ text, what }: Copyable, part: Part): Copyable {
  const bare = text.replace(CONTROL, '');
  const kept = part === 'line' || part === 'json' ? bare : bare.replace(BREAK, ' ');
  return { text: kept, what: kept === text ? what : safe`${what} (control characters left out)` };
}

/** What copying a part would copy, or a sentence on why there is nothing. */
export function copyable(state: State, part: Part): Copyable | SafeText {
  const found = partOf(state, part);
  return typeof found === 'string' ? found : harmless(found, part);
}

function partOf(state: State, part: Part): Copyable | SafeText {
  if (part === 'line') return cursorLine(state);
  const ref = meantRef(state);
  if (part === 'place' || part === 'screen') {
    const here = currentView(state).place;
    const isHere = part === 'screen' || ref === undefined || here.screen === 'raw';
    const text = placeText(isHere ? here : { screen: 'record', ref }, currentView(state));
    return text === undefined ? safe`This place has no address.` : { text, what: safe`place` };
  }
  return ref === undefined ? safe`There is nothing under the cursor.` : recordPart(state, ref, part);
}
