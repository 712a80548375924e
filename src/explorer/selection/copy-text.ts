import { pathText } from '../../diff/change-words.ts';
import { isList, isObject } from '../../json/json.ts';
import { documentOf } from '../../json/tree.ts';
import { documentText, type Notation } from '../../json/tree-lines.ts';
import { MASK } from '../../resources/field.ts';
import { redactShown } from '../../resources/redact.ts';
import { resourceOf } from '../../resources/registry.ts';
import { deleteAction, ownIdName, type Ref, rawName, requestPath } from '../../resources/resource.ts';
import { err, ok, type Result, whyNot } from '../../text/result.ts';
import { escaped, type SafeText, safe, withoutInvisible } from '../../text/sanitise.ts';
import { redactText } from '../../text/secrets/redact-text.ts';
import type { Place } from '../state/place.ts';
import { placeText } from '../state/place-text.ts';
import { currentView, knownRecord, type State } from '../state/state.ts';
import { cursorLine, cursorRef, cursorSubject, cursorTarget, targetRef } from './cursor.ts';
import { cursorNode, cursorPath, readerOf } from './document-cursor.ts';

/** Parts of the record or line under the cursor that can be copied. */
export type CopyPart = 'id' | 'name' | 'place' | 'screen' | 'path' | 'where' | 'line' | 'finding' | Notation;

export type CopyText = { readonly text: string; readonly description: SafeText };

/**
 * Returns the subject of a command: the record that the line leads to, else the one under the cursor or on
 * the screen.
 */
export function subjectRef(state: State): Ref | undefined {
  const target = currentView(state).place.screen === 'record' ? cursorTarget(state) : undefined;
  return targetRef(target) ?? cursorRef(state);
}

const NOT_LOADED = safe`Not loaded yet.`;

/** Returns the value on the line under the cursor: a text unchanged, lists and objects as JSON. */
function cursorValue(state: State): Result<CopyText> {
  const node = cursorNode(state);
  if (node === undefined) return err(NOT_LOADED);
  const { value } = node;
  if (typeof value === 'string')
    return value.includes(MASK)
      ? err(safe`Secrets are not copied.`)
      : ok({ text: value, description: safe`value` });
  const isWhole = isObject(value) || isList(value);
  return ok({
    text: documentText(documentOf(value), 'json'),
    description: isWhole ? safe`value as JSON` : safe`value`,
  });
}

function nodePath(state: State): Result<CopyText> {
  const path = cursorPath(state);
  return path === undefined
    ? err(safe`No path: this line is about the whole record.`)
    : ok({ text: path, description: safe`path` });
}

function documentCopy(state: State, ref: Ref | undefined, format: Notation): Result<CopyText> {
  const record = ref && knownRecord(state, ref);
  const document =
    readerOf(state)?.document ??
    (ref && record && documentOf(redactShown(resourceOf(ref.kind).fields, record)));
  if (document === undefined) return err(NOT_LOADED);
  const description = format === 'json' ? safe`JSON, secrets masked` : safe`YAML, secrets masked`;
  return ok({ text: escaped(documentText(document, format), format), description });
}

/**
 * Returns why a part cannot be copied; undefined when it can. Formats no document, because menus call it
 * often.
 */
export function copyRefusal(state: State, part: CopyPart): SafeText | undefined {
  if (part === 'json' || part === 'yaml') {
    const ref = subjectRef(state);
    return readerOf(state) === undefined && (ref && knownRecord(state, ref)) === undefined
      ? NOT_LOADED
      : undefined;
  }
  return whyNot(copyText(state, part));
}

function recordPart(state: State, ref: Ref, part: 'id' | 'name' | 'path'): Result<CopyText> {
  const resource = resourceOf(ref.kind);
  const record = knownRecord(state, ref);
  const title = safe`${resource.title}`;
  switch (part) {
    case 'id':
      if (resource.copy !== undefined)
        return record === undefined ? err(NOT_LOADED) : ok(resource.copy(record));
      return ok({ text: ref.ids[ownIdName(resource)] ?? '', description: safe`${title} id` });
    case 'name': {
      const name = record === undefined ? undefined : rawName(resource, record);
      return name === undefined
        ? err(safe`No name, or it is not known yet.`)
        : ok({ text: redactText(name), description: safe`name` });
    }
    case 'path': {
      const operation = resource.read ?? deleteAction(resource)?.operation;
      if (operation === undefined || operation.isLocal === true)
        return err(safe`The API has no path for this.`);
      return ok({ text: requestPath(operation, ref.ids), description: safe`API path` });
    }
  }
}

const CONTROL = /(?![\n\t])\p{Cc}/gu;
const BREAK = /[\n\t]/g;
/** Parts that keep line breaks and invisible characters: values are copied as the server sent them. */
const WRITTEN: readonly CopyPart[] = ['line', 'json', 'yaml'];

/**
 * Removes control characters: in a shell, a pasted carriage return would run the line before it, and escape
 * sequences would act. Names, ids and addresses also lose direction marks and invisible characters, which
 * would disguise them.
 */
function withoutControls({ text, description }: CopyText, part: CopyPart): CopyText {
  const isWritten = WRITTEN.includes(part);
  const cleaned = isWritten ? text.replace(CONTROL, '') : withoutInvisible(text).replace(BREAK, ' ');
  if (cleaned === text) return { text, description };
  const left = isWritten ? safe`control characters` : safe`invisible characters`;
  return { text: cleaned, description: safe`${description} (${left} left out)` };
}

export function copyText(state: State, part: CopyPart): Result<CopyText> {
  const found = uncleanedText(state, part);
  return found.ok ? ok(withoutControls(found.value, part)) : found;
}

function cursorFinding(state: State): Result<CopyText> {
  const finding = cursorLine(state)?.finding;
  return finding === undefined
    ? err(safe`No finding on this line.`)
    : ok({ text: redactText(finding), description: safe`finding` });
}

/** Screens whose lines stand for records; on other screens a line leads to the screen itself. */
const RECORDS: readonly Place['screen'][] = ['list', 'record'];

function placePart(state: State, ref: Ref | undefined, part: 'place' | 'screen'): Result<CopyText> {
  const place = currentView(state).place;
  const isHere = part === 'screen' || ref === undefined || !RECORDS.includes(place.screen);
  const text = placeText(isHere ? place : { screen: 'record', ref }, currentView(state));
  return text === undefined ? err(safe`This screen has no address.`) : ok({ text, description: safe`place` });
}

function uncleanedText(state: State, part: CopyPart): Result<CopyText> {
  const { place } = currentView(state);
  if (part === 'line') return place.screen === 'compare' ? changedValue(state) : cursorValue(state);
  if (part === 'finding') return cursorFinding(state);
  if (part === 'where') return place.screen === 'compare' ? changedPath(state) : nodePath(state);
  const own = part === 'id' ? cursorLine(state)?.copy : undefined;
  if (own !== undefined) return ok({ text: own, description: safe`this line` });
  const ref = subjectRef(state);
  if (part === 'json' || part === 'yaml') return documentCopy(state, ref, part);
  if (part === 'place' || part === 'screen') return placePart(state, ref, part);
  return ref === undefined ? err(safe`Nothing under the cursor.`) : recordPart(state, ref, part);
}

function cursorChange(state: State) {
  const subject = cursorSubject(state);
  return subject?.kind === 'change' ? subject : undefined;
}

/**
 * Returns the changed value under the cursor: the new one, or the old one on its own line or of a removed
 * value.
 */
function changedValue(state: State): Result<CopyText> {
  const found = cursorChange(state);
  if (found === undefined) return err(safe`Nothing to copy here.`);
  const { change, side } = found;
  const isBefore = change.kind === 'removed' || (side === 'before' && change.kind !== 'added');
  const value = isBefore ? change.before : change.after;
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  if (text.includes(MASK)) return err(safe`Secrets are not copied.`);
  return ok({ text, description: isBefore ? safe`value before` : safe`value now` });
}

function changedPath(state: State): Result<CopyText> {
  const found = cursorChange(state);
  return found === undefined
    ? err(safe`No difference on this line.`)
    : ok({ text: pathText(found.change.path), description: safe`path` });
}
