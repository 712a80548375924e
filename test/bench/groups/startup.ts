import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { executableName } from '../../../src/build/build.ts';
import type { Group } from '../group.ts';
import type { Kit } from '../kit.ts';
import { peakMb, work } from '../process-figures.ts';
import { BOTSCOPE, INK, isHere, officialTool, programOf, RAW } from '../programs.ts';
import { demand } from '../run-command.ts';
import { type Launch, openSession } from '../session.ts';

const ROWS = 1000;
const QUIET_MS = 300;
export const NOTHING = 'node -e 0';
export const BP_VERSION = 'bp --version';
export const EXECUTABLE = 'botscope in one file';
const executable = join(import.meta.dirname, '../../../release', executableName);

async function untilEnd(argv: readonly string[]) {
  const { ms } = await demand({ argv });
  return { 'rows ms': ms };
}

/** How a program is started here. */
async function launchOf(name: string, kit: Kit): Promise<Launch> {
  if (name !== EXECUTABLE) return programOf(name).launch(kit, ROWS);
  const launch = await programOf(BOTSCOPE).launch(kit, ROWS);
  return { ...launch, argv: [executable, ...launch.argv.slice(2)] };
}

/** From the start of the process to the rows; what that takes. */
export const startup: Group = {
  name: 'startup',
  about: `from exec to the rows, ${ROWS} of them`,
  programs: [BOTSCOPE, EXECUTABLE, RAW, NOTHING, INK, 'fzf', 'nnn', 'less', 'tig', BP_VERSION],
  without: name => {
    if (name === NOTHING) return undefined;
    if (name === EXECUTABLE) return existsSync(executable) ? undefined : 'not built';
    if (name === BP_VERSION) return officialTool() === undefined ? 'not installed' : undefined;
    return isHere(name) ? undefined : 'not installed';
  },
  run: async (name, kit) => {
    if (name === NOTHING) return untilEnd([process.execPath, '-e', '0']);
    if (name === BP_VERSION) return untilEnd([process.execPath, officialTool() ?? '', '--version']);
    const { isReady } = programOf(name === EXECUTABLE ? BOTSCOPE : name);
    const session = await openSession(await launchOf(name, kit));
    try {
      const rowsMs = await session.until(text => isReady(text, ROWS));
      await session.quiet(QUIET_MS);
      return {
        'rows ms': rowsMs,
        'cpu ms': work(session.pid).cpuMs,
        'peak MB': peakMb(session.pid),
        'first screen bytes': session.bytes(),
      };
    } finally {
      await session.close();
    }
  },
};
