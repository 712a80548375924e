import type { JsonObject } from '../../src/json/json.ts';
import { diagnose } from '../../src/resources/bot-diagnosis.ts';
import { type FoundIn, groupCauses, problemsOf } from '../../src/resources/cause.ts';
import type { Group } from './group.ts';
import { BOTSCOPE, explorerOf, type Kit } from './kit.ts';
import { WIDE, withSession } from './session.ts';

const BOTS = 1000;
const FINDINGS = 100_000;

function findings(reasons: number): readonly FoundIn<string>[] {
  const now = Date.now();
  return Array.from({ length: BOTS }, (_, bot) => {
    const installed = Array.from({ length: FINDINGS / BOTS }, (__, at): readonly [string, JsonObject] => {
      const word = String((bot * (FINDINGS / BOTS) + at) % reasons).replace(
        /\d/g,
        digit => 'abcdefghij'[Number(digit)] ?? '',
      );
      return [
        `i${at}`,
        {
          name: 'slack',
          version: '3.1.0',
          status: 'registration_failed',
          statusReason: `channel ${word} is gone`,
        },
      ];
    });
    return problemsOf(diagnose({ integrations: Object.fromEntries(installed) }, { now, exact: false })).map(
      (finding, at) => ({ finding, bot: `bot_${bot}`, since: now - at }),
    );
  }).flat();
}

/** The least of some times: the first one also compiles the code. */
function groupedMs(reasons: number): number {
  const found = findings(reasons);
  const times = Array.from({ length: 5 }, () => {
    const from = performance.now();
    groupCauses(found, () => false);
    return performance.now() - from;
  });
  return Math.min(...times);
}

/** Milliseconds from the last response until no cause has a plus any more. */
async function shownMs(kit: Kit, round: number): Promise<number> {
  // Each round a server of its own: it tells when it has sent its last response.
  const baseUrl = await kit.server({ bots: BOTS + round, page: 100 });
  return withSession({ ...explorerOf(baseUrl), size: WIDE }, async session => {
    await session.until(text => text.includes('row-000010'));
    session.send('H');
    const ms = await session.until(text => /│ +✗ .* 1 ▇/.test(text) && !/│ +✗ .* 1\+ ▇/.test(text));
    const { lastAt } = (await (await fetch(`${baseUrl}/counts`)).json()) as { readonly lastAt: number };
    return performance.timeOrigin + session.startedAt + ms - lastAt;
  });
}

let round = 0;

export const causes: Group = {
  name: 'causes',
  about: `causes of ${BOTS} bots on the screen after the last response; ${FINDINGS} findings grouped`,
  programs: [BOTSCOPE],
  run: async (_name, kit) => ({
    'shown ms': await shownMs(kit, round++),
    'grouped ms': groupedMs(1000),
    'grouped ms, 10,000 reasons': groupedMs(10_000),
  }),
};
