import { parseBaseUrl } from './api/url.ts';
import type { Connected } from './connected.ts';
import { safe } from './text/sanitise.ts';

/** The sandbox of this process, as a server to explore. */
export async function demo(readOnly: boolean): Promise<Connected> {
  const { startSandbox } = await import('./sandbox/server.ts');
  const sandbox = await startSandbox({ ext: true });
  const base = parseBaseUrl(sandbox.baseUrl, false);
  if (typeof base === 'string') throw new Error(base);
  const from = safe`the demo`;
  const origins = { baseUrl: from, token: from, workspaceId: from };
  const { token, workspaceId } = sandbox;
  return {
    settings: { base, token, workspaceId, defaultIds: {}, readOnly, protect: false, origins },
    knownIds: sandbox.idsOf,
    seenBefore: sandbox.seenBefore(),
  };
}
