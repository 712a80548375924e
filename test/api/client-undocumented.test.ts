import { expect, test, vi } from 'vitest';
import { createClient } from '../../src/api/client.ts';
import type { Operation } from '../../src/api/operation.ts';
import { undocumentedOperations } from '../../src/resources/registry.ts';

const NOT_FOUND = { status: 404, headers: { get: () => null }, body: '{}', text: async () => '{}', size: 2 };
const IDS = { botId: 'b', issueId: 'i', eventId: 'e' };

async function sentBy(operation: Operation, strict: boolean, hasConsent: boolean) {
  const fetch = vi.fn(async () => NOT_FOUND);
  const base = { origin: 'https://api.example.org', prefix: '' };
  const connection = {
    base,
    token: 'bp_pat_x',
    workspaceId: 'w',
    readOnly: false,
    timeoutMs: 1000,
    version: '0',
    strict,
  };
  const client = createClient(connection, { fetch, now: Date.now, random: () => 0 });
  const outcome = await client.send(operation, IDS, { hasConsent });
  return { calls: fetch.mock.calls.length, kind: outcome.ok ? 'ok' : outcome.failure.kind };
}

test.each(undocumentedOperations.map(({ operation }) => [operation.id, operation] as const))(
  'undocumented requests: %s is sent only with consent, never in strict mode, and only as a GET',
  async (_id, operation) => {
    expect(await sentBy(operation, false, true)).toEqual({ calls: 1, kind: 'not-found' });
    for (const sent of [
      await sentBy(operation, false, false),
      await sentBy(operation, true, true),
      await sentBy({ ...operation, method: 'DELETE' }, false, true),
    ])
      expect(sent).toEqual({ calls: 0, kind: 'outside' });
  },
);
