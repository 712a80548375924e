import type { Failure } from './failure.ts';
import { ownAccess, profileAccess, whoOf } from './settings/access.ts';
import { TOKEN_VARIABLE } from './settings/flags.ts';
import { type Missing, type Settings, settingsOf } from './settings/settings.ts';
import type { Sources } from './settings/sources.ts';

const without = (failure: Failure): Missing => ({ missing: 'access', failure });

/** The settings of the connection that is meant at the start; what is missing, or undefined when nobody is meant. */
export async function firstSettings({
  values,
  file,
  means,
}: Pick<Sources, 'values' | 'file' | 'means'>): Promise<Settings | Failure | Missing | undefined> {
  const who = whoOf(values, file.profiles, means.env[TOKEN_VARIABLE]?.trim() ?? '');
  // A wrong name in a file is no reason to start nothing; one that was just typed is mended sooner.
  if ('kind' in who)
    return values.profile?.from === 'user' || values.profile?.from === 'project' ? without(who) : who;
  if (who.is === 'nobody') return settingsOf(values, undefined);
  const access = who.is === 'profile' ? await profileAccess(who.profile, means) : await ownAccess(means);
  if ('kind' in access) return who.is === 'profile' ? without(access) : access;
  return settingsOf(values, access);
}
