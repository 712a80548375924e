import type { WritePolicy } from '../../api/request.ts';
import { resourceOf } from '../../resources/registry.ts';
import { deleteAction } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { clockTime } from '../../text/units.ts';
import { keyName } from '../state/key-names.ts';
import { GRACE_MS, noWriteProtection, type WriteProtection } from '../state/slices.ts';
import type { State } from '../state/state.ts';

/** Returns the initial write protection, from `--dry-run` and `--no-grace` (`isAtOnce`). */
export const initialProtection = ({
  isDry,
  isAtOnce,
}: {
  readonly isDry: boolean;
  readonly isAtOnce: boolean;
}): WriteProtection => ({
  ...noWriteProtection,
  isDry,
  graceMs: isAtOnce ? 0 : GRACE_MS,
});

const isLocked = ({ isProtected, unlockedUntil }: WriteProtection, now: number): boolean =>
  isProtected && now >= unlockedUntil;

/** Returns the policy for write requests. A dry run needs no unlocking, because it sends none. */
export function writePolicy(protection: WriteProtection, now: number): WritePolicy {
  if (protection.isDry) return 'dry-run';
  return isLocked(protection, now) ? 'locked' : 'allowed';
}

export const readOnlyWords = (server: State['session']['server']): SafeText =>
  server?.readOnlyBy === undefined
    ? safe`Read-only: start without --read-only to be able to delete.`
    : safe`Read-only (${server.readOnlyBy}).`;

/** Refusal that ends by itself, when the server responds. */
export const OFFLINE_REFUSAL = safe`Offline: deleting is disabled.`;

/** Returns why deletes are refused now; undefined if they are allowed or simulated. */
export function deleteRefusal({ session, user }: State, now = session.now): SafeText | undefined {
  if (session.server?.readOnly) return readOnlyWords(session.server);
  if (writePolicy(session.writeProtection, now) === 'locked')
    return safe`Deletes are locked. ${keyName(user.keymap, 'guard.unlock')} unlocks them for 15 minutes.`;
  return session.offline === undefined ? undefined : OFFLINE_REFUSAL;
}

/** Returns the warning that the token was refused a delete of this kind before; undefined if it was not. */
export function refusedBefore({ session }: Pick<State, 'session'>, kind: string): SafeText | undefined {
  const resource = resourceOf(kind);
  const id = deleteAction(resource)?.operation.id;
  if (id === undefined || !session.forbidden.includes(id)) return undefined;
  return safe`Your token was refused (403) when deleting a ${clean(resource.title.toLowerCase())} before.`;
}

/** Mode that affects deletes, and its word in the status bar. */
export type WriteMode = {
  readonly kind: 'writable' | 'read-only' | 'dry-run' | 'protected' | 'unlocked';
  readonly text: SafeText;
};

export function writeMode({
  session: { server, writeProtection: protection, now },
}: Pick<State, 'session'>): WriteMode | undefined {
  if (server === undefined) return undefined;
  if (server.readOnly) return { kind: 'read-only', text: safe`RO` };
  if (protection.isDry) return { kind: 'dry-run', text: safe`DRY` };
  if (!protection.isProtected) return { kind: 'writable', text: safe`RW` };
  if (isLocked(protection, now)) return { kind: 'protected', text: safe`PROTECTED` };
  const until = clean(clockTime(protection.unlockedUntil).slice(0, 5));
  return { kind: 'unlocked', text: safe`UNLOCKED to ${until}` };
}

/** Returns the text to type for unlocking deletes: the server's name in the status bar. */
export const unlockWord = (server: State['session']['server']): SafeText => server?.label ?? safe``;
