import type { Failure } from './failure.ts';
import { ownAccess, profileAccess, whoOf } from './settings/access.ts';
import { TOKEN_VARIABLE } from './settings/flags.ts';
import { type Missing, type Settings, settingsOf } from './settings/settings.ts';
import type { Sources } from './settings/sources.ts';

/** The settings of the connection that is meant at the start; what is missing, or undefined when nobody is meant. */
export async function firstSettings({
  values,
  file,
  means,
}: Sources): Promise<Settings | Failure | Missing | undefined> {
  const who = whoOf(values, file.profiles, means.env[TOKEN_VARIABLE]?.trim() ?? '');
  if ('kind' in who) return who;
  if (who.is === 'nobody') return settingsOf(values, undefined);
  const access = who.is === 'profile' ? await profileAccess(who.profile, means) : await ownAccess(means);
  return 'kind' in access ? access : settingsOf(values, access);
}
