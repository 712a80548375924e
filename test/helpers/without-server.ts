import { createExplorer, type Explorer } from '../../src/explorer/actions/explorer.ts';

/** Creates an explorer without a server. */
export const explorerWithoutServer = (): Explorer =>
  createExplorer({
    client: undefined,
    server: undefined,
    size: { columns: 80, rows: 24 },
    knownIds: () => [],
    now: Date.now,
    end: () => undefined,
  });
