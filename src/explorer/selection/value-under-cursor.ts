import { isObject, type Json } from '../../json/json.ts';
import { MASK } from '../../resources/field.ts';
import { redactShown } from '../../resources/redact.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { err, ok, type Result } from '../../text/result.ts';
import { safe } from '../../text/sanitise.ts';
import { urlsIn } from '../facts/urls.ts';
import { leadOfValue, refLead, refOfId, valueAt } from '../facts/value-lead.ts';
import type { Action } from '../state/action.ts';
import type { SecretDialog, ValuePath } from '../state/dialogs.ts';
import { keyIn } from '../state/key-names.ts';
import { currentView, knownRecord, type State } from '../state/state.ts';
import { cursorRef, cursorSubject, cursorTarget } from './cursor.ts';
import { cursorNode, keysOf, readerOf } from './document-cursor.ts';

const isMasked = (value: Json | undefined) => typeof value === 'string' && value.includes(MASK);

type CursorValue = Readonly<{ ref: Ref; path: ValuePath; value: Json | undefined }>;

const subjectOf = (state: State) => {
  const subject = cursorSubject(state);
  return subject?.kind === 'value' ? subject : undefined;
};

/** Secrets are masked; the value is undefined on a line without one. Undefined where no record is loaded. */
function cursorValue(state: State): CursorValue | undefined {
  const { place } = currentView(state);
  const ref = place.screen === 'record' || place.screen === 'raw' ? place.ref : undefined;
  const record = ref && knownRecord(state, ref);
  if (ref === undefined || record === undefined) return undefined;
  const document = readerOf(state)?.document;
  const node = cursorNode(state);
  const path = document && node ? keysOf(document, node.at) : subjectOf(state)?.path;
  if (path === undefined) return { ref, path: [], value: undefined };
  return { ref, path, value: valueAt(redactShown(resourceOf(ref.kind).fields, record), path) };
}

export function secretUnderCursor(state: State): Result<Pick<SecretDialog, 'ref' | 'path'>> {
  const found = cursorValue(state);
  if (found === undefined) return err(safe`Not loaded yet.`);
  const { ref, path, value } = found;
  if (isMasked(value)) return ok({ ref, path });
  if (!isObject(value) || !JSON.stringify(value).includes(MASK)) return err(safe`No secret on this line.`);
  const [reveal, raw] = [keyIn(state, 'secret.reveal'), keyIn(state, 'record.raw')];
  return err(safe`More than one value here: use ${reveal} in the raw text (${raw}).`);
}

function dashboardAddress(state: State): string | undefined {
  const { server } = state.session;
  const ids: Ref['ids'] = { workspaceId: server?.workspaceId ?? '', ...cursorRef(state)?.ids };
  const template = server?.dashboard;
  const names = [...(template ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (template === undefined || !names.every(name => (ids[name] ?? '') !== '')) return undefined;
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(ids[name] ?? ''));
}

export function addressUnderCursor(state: State): Result<URL> {
  const value = cursorValue(state)?.value;
  const link = typeof value === 'string' && value.includes('://') ? value : undefined;
  if (isMasked(link)) return err(safe`Not opened: this link contains a secret.`);
  const text = link === undefined ? dashboardAddress(state) : urlsIn(link)[(subjectOf(state)?.link ?? 1) - 1];
  if (link === undefined && text === undefined) return err(safe`No link on this line.`);
  const address = URL.parse(text ?? '');
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:';
  return address !== null && isWeb ? ok(address) : err(safe`Not opened: this is not a web address.`);
}

export function secretText(state: State, { ref, path }: SecretDialog): string | undefined {
  const record = knownRecord(state, ref);
  const value = record && valueAt(record, path);
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function changedRef(state: State): Ref | undefined {
  const subject = cursorSubject(state);
  const self = cursorRef(state);
  if (subject?.kind !== 'change' || self === undefined) return undefined;
  const { change } = subject;
  const { before, after }: Readonly<{ before?: Json; after?: Json }> = change;
  const ids = [after, before, ...change.path.toReversed()].filter(each => typeof each === 'string');
  return ids.map(id => refOfId(id, self)).find(ref => ref !== undefined);
}

/**
 * Undefined where the line has a target of its own. In a document only ids of records lead on: Enter folds
 * it.
 */
export function leadUnderCursor(state: State): Action | undefined {
  const { place } = currentView(state);
  if (place.screen === 'compare') {
    const ref = cursorTarget(state) === undefined ? changedRef(state) : undefined;
    return ref && refLead(ref);
  }
  const found = cursorTarget(state) === undefined ? cursorValue(state) : undefined;
  if (found === undefined) return undefined;
  const isInDocument = readerOf(state) !== undefined;
  if (isInDocument && typeof found.value !== 'string') return undefined;
  const isKnown = (ref: Ref) => knownRecord(state, ref) !== undefined;
  const lead = leadOfValue(found.value, found.path, found.ref, isKnown);
  return isInDocument && (lead?.to === 'copy' || lead?.to === 'address') ? undefined : lead;
}
