import { pathText } from '../../diff/comparison.ts';
import { documentOf, documentText, type Notation } from '../../json/document.ts';
import { isList, isObject, type Json } from '../../json/json.ts';
import { MASK } from '../../resources/field.ts';
import { redactShown } from '../../resources/redact.ts';
import { refId, resourceOf } from '../../resources/registry.ts';
import { deleteAction, type Ref, rawName, requestPath } from '../../resources/resource.ts';
import { err, ok, type Result, whyNot } from '../../text/result.ts';
import { escaped, type SafeText, safe, withoutInvisible } from '../../text/sanitise.ts';
import { redactText } from '../../text/secrets/redact-text.ts';
import type { Subject } from '../facts/line.ts';
import { placeText } from '../state/place-text.ts';
import { currentView, knownRecord, type State } from '../state/state.ts';
import { cursorLine, cursorRef, cursorTarget, targetRef } from './cursor.ts';
import { cursorNode, cursorPath, readerOf } from './document-cursor.ts';

export type CopyPart = 'id' | 'name' | 'place' | 'screen' | 'path' | 'where' | 'line' | 'finding' | Notation;

export type CopyText = Readonly<{ text: string; description: SafeText; isId?: true }>;

export function subjectRef(state: State): Ref | undefined {
  const target = currentView(state).place.screen === 'record' ? cursorTarget(state) : undefined;
  return targetRef(target) ?? cursorRef(state);
}

const NOT_LOADED = safe`Not loaded yet.`;

/** Formats no document, because menus call it often. */
export function copyRefusal(state: State, part: CopyPart): SafeText | undefined {
  if (part !== 'json' && part !== 'yaml') return whyNot(copyText(state, part));
  const ref = subjectRef(state);
  const isLoaded = readerOf(state) !== undefined || (ref && knownRecord(state, ref)) !== undefined;
  return isLoaded ? undefined : NOT_LOADED;
}

const CONTROL = /(?![\n\t])\p{Cc}/gu;
const BREAK = /[\n\t]/g;
/** They keep line breaks and invisible characters: values are copied as the server sent them. */
const WRITTEN: readonly CopyPart[] = ['line', 'json', 'yaml'];

/**
 * In a shell, a pasted carriage return would run the line before it, and escape sequences would act. Names,
 * ids and addresses also lose direction marks and invisible characters, which would disguise them.
 */
function withoutControls(copy: CopyText, part: CopyPart): CopyText {
  const { text, description } = copy;
  const isWritten = WRITTEN.includes(part);
  const cleaned = isWritten ? text.replace(CONTROL, '') : withoutInvisible(text).replace(BREAK, ' ');
  if (cleaned === text) return copy;
  const left = isWritten ? safe`control characters` : safe`invisible characters`;
  return { ...copy, text: cleaned, description: safe`${description} (${left} left out)` };
}

export function copyText(state: State, part: CopyPart): Result<CopyText> {
  const found = uncleanedText(state, part);
  return found.ok ? ok(withoutControls(found.value, part)) : found;
}

const textOr = (text: string | undefined, description: SafeText, why: SafeText): Result<CopyText> =>
  text === undefined ? err(why) : ok({ text, description });

function uncleanedText(state: State, part: CopyPart): Result<CopyText> {
  const { place } = currentView(state);
  const line = cursorLine(state);
  const ref = subjectRef(state);
  const change = line?.subject?.kind === 'change' ? line.subject : undefined;
  switch (part) {
    case 'line':
      return place.screen === 'compare' ? changedValue(change) : nodeValue(state);
    case 'where':
      return place.screen === 'compare'
        ? textOr(change && pathText(change.change.path), safe`path`, safe`No difference on this line.`)
        : textOr(cursorPath(state), safe`path`, safe`No path: this line is about the whole record.`);
    case 'finding':
      return textOr(line?.finding && redactText(line.finding), safe`finding`, safe`No finding on this line.`);
    case 'json':
    case 'yaml':
      return documentCopy(state, ref, part);
    case 'place':
    case 'screen':
      return placeCopy(state, part === 'place' ? ref : undefined);
    case 'id':
      if (line?.copy !== undefined) return ok({ text: line.copy, description: safe`this line` });
  }
  return ref === undefined ? err(safe`Nothing under the cursor.`) : recordPart(state, ref, part);
}

function documentCopy(state: State, ref: Ref | undefined, format: Notation): Result<CopyText> {
  const record = ref && knownRecord(state, ref);
  const own = ref && record && documentOf(redactShown(resourceOf(ref.kind).fields, record));
  const document = readerOf(state)?.document ?? own;
  const text = document && escaped(documentText(document, format), format);
  return textOr(text, safe`${format === 'json' ? safe`JSON` : safe`YAML`}, secrets masked`, NOT_LOADED);
}

/** Copies that of what Enter opens on a row of a list, else that of the record or screen. */
function placeCopy(state: State, ref: Ref | undefined): Result<CopyText> {
  const view = currentView(state);
  const isRecord = ref !== undefined && ['list', 'record'].includes(view.place.screen);
  const target = isRecord && view.place.screen === 'list' ? cursorTarget(state) : undefined;
  const text =
    target?.to === 'place'
      ? placeText(target.place, target)
      : placeText(isRecord ? { screen: 'record', ref } : view.place, view);
  return textOr(text, safe`place`, safe`This screen has no address.`);
}

function recordPart(state: State, ref: Ref, part: 'id' | 'name' | 'path'): Result<CopyText> {
  const record = knownRecord(state, ref);
  const resource = resourceOf(ref.kind);
  switch (part) {
    case 'id':
      if (resource.copy !== undefined)
        return record === undefined ? err(NOT_LOADED) : ok(resource.copy(record));
      return ok({ text: refId(ref), description: safe`${resource.title} id`, isId: true });
    case 'name': {
      const name = record && rawName(resource, record);
      return textOr(name && redactText(name), safe`name`, safe`No name, or it is not known yet.`);
    }
    case 'path': {
      const operation = resource.read ?? deleteAction(resource)?.operation;
      const path = operation?.isLocal === true ? undefined : operation && requestPath(operation, ref.ids);
      return textOr(path, safe`API path`, safe`The API has no path for this.`);
    }
  }
}

function valueCopy(value: Json, name: SafeText): Result<CopyText> {
  if (typeof value === 'string')
    return value.includes(MASK) ? err(safe`Secrets are not copied.`) : ok({ text: value, description: name });
  const isWhole = isObject(value) || isList(value);
  const text = documentText(documentOf(value), 'json');
  return ok({ text, description: isWhole ? safe`${name} as JSON` : name });
}

function nodeValue(state: State): Result<CopyText> {
  const node = cursorNode(state);
  return node === undefined ? err(NOT_LOADED) : valueCopy(node.value, safe`value`);
}

function changedValue(subject: Extract<Subject, { kind: 'change' }> | undefined): Result<CopyText> {
  if (subject === undefined) return err(safe`Nothing to copy here.`);
  const { change, side } = subject;
  const isBefore = change.kind === 'removed' || (side === 'before' && change.kind !== 'added');
  return isBefore ? valueCopy(change.before, safe`value before`) : valueCopy(change.after, safe`value now`);
}
