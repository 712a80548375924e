import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kit } from './kit.ts';
import { type Launch, openSession } from './session.ts';

const QUIET_MS = 500;
const LOOK_MS = 100;
const LOOKS = 100;

/** A start of botscope where an earlier one has kept what it compiled; that one is made first. */
export async function notFirst(kit: Kit, launch: Launch): Promise<Launch> {
  const name = createHash('sha1').update(launch.argv.join(' ')).digest('hex').slice(0, 8);
  const folder = kit.once(`compiled-${name}`, mkdirSync);
  const kept = join(folder, 'botscope');
  const again = { ...launch, env: { ...launch.env, XDG_CACHE_HOME: folder } };
  if (existsSync(kept)) return again;
  const session = await openSession(again);
  try {
    await session.until(text => text.includes('row-000010'));
    for (let looked = 0; looked < LOOKS && !existsSync(kept); looked++) await sleep(LOOK_MS);
    await session.quiet(QUIET_MS);
  } finally {
    await session.close();
  }
  return again;
}
