import type { WritePolicy } from '../../api/request.ts';
import { resourceOf } from '../../resources/registry.ts';
import { deleteAction } from '../../resources/resource.ts';
import { clean, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { clockTime } from '../../text/units.ts';
import { keyName } from '../state/key-names.ts';
import type { State, WriteProtection } from '../state/state.ts';

const isLocked = ({ isProtected, unlockedUntil }: WriteProtection, now: number) =>
  isProtected && now >= unlockedUntil;

/** A dry run needs no unlocking, because it sends none. */
export function writePolicy(protection: WriteProtection, now: number): WritePolicy {
  if (protection.isDry) return 'dry-run';
  return isLocked(protection, now) ? 'locked' : 'allowed';
}

export const readOnlyWords = (server: State['session']['server']): SafeText =>
  server?.readOnlyBy === undefined
    ? safe`Read-only: start without --read-only to be able to delete.`
    : safe`Read-only (${server.readOnlyBy}).`;

/** Ends by itself, when the server responds. */
export const OFFLINE_REFUSAL = safe`Offline: deleting is disabled.`;

export function deleteRefusal({ session, user }: State, now = session.now): SafeText | undefined {
  if (session.server?.readOnly) return readOnlyWords(session.server);
  if (writePolicy(session.writeProtection, now) === 'locked')
    return safe`Deletes are locked. ${keyName(user.keymap, 'guard.unlock')} unlocks them for 15 minutes.`;
  return session.offline && OFFLINE_REFUSAL;
}

export function refusedBefore({ session }: State, kind: string): SafeText | undefined {
  const resource = resourceOf(kind);
  const id = deleteAction(resource)?.operation.id;
  if (id === undefined || !session.forbidden.includes(id)) return undefined;
  return safe`Your token was refused (403) when deleting a ${lower(resource.title)} before.`;
}

type WriteMode = Readonly<{
  kind: 'writable' | 'read-only' | 'dry-run' | 'protected' | 'unlocked';
  text: SafeText;
}>;

export function writeMode({ session }: State): WriteMode | undefined {
  const { server, writeProtection: protection, now } = session;
  if (server === undefined) return undefined;
  if (server.readOnly) return { kind: 'read-only', text: safe`RO` };
  if (protection.isDry) return { kind: 'dry-run', text: safe`DRY` };
  if (!protection.isProtected) return { kind: 'writable', text: safe`RW` };
  if (isLocked(protection, now)) return { kind: 'protected', text: safe`PROTECTED` };
  const until = clean(clockTime(protection.unlockedUntil).slice(0, 5));
  return { kind: 'unlocked', text: safe`UNLOCKED to ${until}` };
}

export const unlockWord = (server: State['session']['server']) => server?.label ?? safe``;
