import { safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { type Command, PLACES } from './command.ts';

function openLog({ openDialog, requestLog }: Explorer): void {
  const exchanges = requestLog.exchanges();
  openDialog({
    kind: 'log',
    exchanges,
    count: requestLog.count(),
    cursor: Math.max(0, exchanges.length - 1),
    opened: undefined,
    onlyFailed: false,
    top: Number.MAX_SAFE_INTEGER,
  });
}

/** Commands that open the request log. */
export const logCommands: readonly Command[] = [
  {
    id: 'request.log',
    keys: ['L'],
    title: safe`request log`,
    group: 'App',
    hint: { text: safe`requests`, rank: 9 },
    where: PLACES,
    run: openLog,
  },
];
