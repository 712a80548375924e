import { isObject, type Json } from '../../json/json.ts';
import { keysOf } from '../../json/tree.ts';
import { MASK } from '../../resources/field.ts';
import { redactShown } from '../../resources/redact.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { err, ok, type Result } from '../../text/result.ts';
import { safe } from '../../text/sanitise.ts';
import { urlsIn } from '../../text/urls.ts';
import { leadOfValue, refLead, refOfId, valueAt } from '../facts/value-lead.ts';
import type { Action } from '../state/action.ts';
import type { SecretDialog, ValuePath } from '../state/dialogs.ts';
import { keyName } from '../state/key-names.ts';
import { currentView, knownRecord, type State } from '../state/state.ts';
import { cursorRef, cursorSubject, cursorTarget } from './cursor.ts';
import { cursorNode, readerOf } from './document-cursor.ts';

const isMasked = (value: Json | undefined): boolean => typeof value === 'string' && value.includes(MASK);

function valueSubject(state: State) {
  const subject = cursorSubject(state);
  return subject?.kind === 'value' ? subject : undefined;
}

type CursorValue = { readonly ref: Ref; readonly path: ValuePath; readonly value: Json | undefined };

/**
 * Returns the value on the line under the cursor, secrets masked: none for a line without a value, undefined
 * where no record is loaded.
 */
function cursorValues(state: State): readonly CursorValue[] | undefined {
  const { place } = currentView(state);
  const ref = place.screen === 'record' || place.screen === 'raw' ? place.ref : undefined;
  const record = ref === undefined ? undefined : knownRecord(state, ref);
  if (ref === undefined || record === undefined) return undefined;
  const shown = redactShown(resourceOf(ref.kind).fields, record);
  const document = readerOf(state)?.document;
  const node = cursorNode(state);
  const path = document && node ? keysOf(document, node.at) : valueSubject(state)?.path;
  return path === undefined ? [] : [{ ref, path, value: valueAt(shown, path) }];
}

export function secretUnderCursor(state: State): Result<Pick<SecretDialog, 'ref' | 'path'>> {
  const values = cursorValues(state);
  if (values === undefined) return err(safe`Not loaded yet.`);
  const found = values.find(({ value }) => isMasked(value));
  if (found !== undefined) return ok({ ref: found.ref, path: found.path });
  return values.some(({ value }) => isObject(value) && JSON.stringify(value).includes(MASK))
    ? err(
        safe`More than one value here: use ${keyName(state.user.keymap, 'secret.reveal')} in the raw text (${keyName(state.user.keymap, 'record.raw')}).`,
      )
    : err(safe`No secret on this line.`);
}

function dashboardAddress(state: State): string | undefined {
  const { server } = state.session;
  const ids: Ref['ids'] = { workspaceId: server?.workspaceId ?? '', ...cursorRef(state)?.ids };
  const template = server?.dashboard;
  const names = [...(template ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (template === undefined || !names.every(name => (ids[name] ?? '') !== '')) return undefined;
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(ids[name] ?? ''));
}

/**
 * Returns the web address on the line under the cursor, else that of the record in the dashboard; or why
 * there is none.
 */
export function addressUnderCursor(state: State): Result<URL> {
  const found = cursorValues(state)?.find(({ value }) => typeof value === 'string' && value.includes('://'));
  if (found !== undefined && isMasked(found.value))
    return err(safe`Not opened: this link contains a secret.`);
  const link = valueSubject(state)?.link ?? 1;
  const text = found === undefined ? dashboardAddress(state) : urlsIn(String(found.value))[link - 1];
  if (found === undefined && text === undefined) return err(safe`No link on this line.`);
  const address = URL.parse(text ?? '');
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:';
  return address !== null && isWeb ? ok(address) : err(safe`Not opened: this is not a web address.`);
}

export function secretText(state: State, { ref, path }: SecretDialog): string | undefined {
  const record = knownRecord(state, ref);
  const value = record === undefined ? undefined : valueAt(record, path);
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function changedRef(state: State): Ref | undefined {
  const subject = cursorSubject(state);
  const self = cursorRef(state);
  if (subject?.kind !== 'change' || self === undefined) return undefined;
  const { change } = subject;
  const values = [
    'after' in change ? change.after : undefined,
    'before' in change ? change.before : undefined,
  ];
  const ids = [...values, ...change.path.toReversed()].filter(each => typeof each === 'string');
  return ids.map(id => refOfId(id, self)).find(ref => ref !== undefined);
}

/**
 * Returns where Enter leads from the value on the line under the cursor; undefined where the line has a
 * target of its own. In a document only ids of records lead on: Enter folds it.
 */
export function leadUnderCursor(state: State): Action | undefined {
  const { place } = currentView(state);
  if (place.screen === 'compare') {
    const ref = cursorTarget(state) === undefined ? changedRef(state) : undefined;
    return ref && refLead(ref);
  }
  const [found] = cursorTarget(state) === undefined ? (cursorValues(state) ?? []) : [];
  if (found === undefined) return undefined;
  const isInDocument = readerOf(state) !== undefined;
  if (isInDocument && typeof found.value !== 'string') return undefined;
  const isKnown = (ref: Ref): boolean => knownRecord(state, ref) !== undefined;
  const lead = leadOfValue(found.value, { self: found.ref, path: found.path, isKnown });
  return isInDocument && (lead?.to === 'copy' || lead?.to === 'address') ? undefined : lead;
}
