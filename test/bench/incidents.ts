import { culpritsOf, INCIDENTS, pathOf, rowOnScreen } from '../incidents/incident.ts';
import type { Group } from './group.ts';
import { type Kit, node, PROGRAM } from './kit.ts';
import { type Session, WIDE, withSession } from './session.ts';

const REST_MS = 700;

/** Sends a key, and returns the row of the first culprit among the causes once the screen is at rest. */
async function rowAfter(session: Session, key: string, words: string): Promise<number> {
  if (key !== '') session.send(key);
  await session.quiet(REST_MS);
  return rowOnScreen(session.text(), words) ?? Number.NaN;
}

async function requestCount({ baseUrl, token }: Awaited<ReturnType<Kit['sandbox']>>): Promise<number> {
  const response = await fetch(`${baseUrl}/__sandbox/health`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { readonly requests: number }).requests;
}

/** Rows of the culprit in the pane without a key and with all bots checked, and at 80x24 after `p`. */
export const incidents: Group = {
  name: 'incidents',
  about: 'row of the culprit among the causes, and the keys and requests until it is among the first',
  programs: INCIDENTS,
  rounds: 1,
  isOnRequest: true,
  run: async (file, kit) => {
    const culprits = await culpritsOf(file);
    const [{ words = '' } = {}] = culprits;
    const sandbox = await kit.sandbox('--records', pathOf(file));
    const { baseUrl, token, workspaceId } = sandbox;
    const env = { BP_API_URL: baseUrl, BP_TOKEN: token, BP_WORKSPACE_ID: workspaceId };
    const launch = { argv: node(PROGRAM), env };
    const wide = await withSession({ ...launch, size: WIDE }, async session => {
      const first = await rowAfter(session, '', words);
      const requests = await requestCount(sandbox);
      return { first, requests, all: await rowAfter(session, 'H', words) };
    });
    const narrow = await withSession({ ...launch, size: { cols: 80, rows: 24 } }, async session => {
      await session.quiet(REST_MS);
      return rowAfter(session, 'p', words);
    });
    return {
      'row at 160x50': wide.first,
      'after H': wide.all,
      'at 80x24 after p': narrow,
      keys: wide.first <= culprits.length ? 0 : 1,
      requests: wide.requests,
    };
  },
};
