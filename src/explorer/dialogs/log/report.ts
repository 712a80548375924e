import type { Exchange } from '../../../api/client.ts';
import { requestRecord } from '../../../api/request-log.ts';
import { count, text, time } from '../../../resources/field.ts';
import { defineResource } from '../../../resources/resource.ts';
import { safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import type { LogDialog, SaveSelection } from '../../state/dialogs.ts';
import { shownExchanges } from '../../view/request-log.ts';

/** A sent request as a record of a saved log. Not a kind of the service. */
const request = defineResource({
  kind: 'requests',
  title: safe`Request`,
  plural: safe`Requests`,
  ids: ['requestId'],
  fields: {
    at: time,
    method: text,
    path: text,
    status: count,
    ms: count,
    bytes: count,
    tries: count,
    failure: text,
    detail: text,
    errorId: text,
  },
  columns: [
    { title: safe`AT`, field: 'at', width: 20, rank: 1 },
    { title: safe`METHOD`, field: 'method', width: 6, rank: 1 },
    { title: safe`PATH`, field: 'path', width: 48, rank: 1 },
    { title: safe`STATUS`, field: 'status', width: 6, rank: 1 },
    { title: safe`MS`, field: 'ms', width: 6, rank: 2 },
    { title: safe`FAILURE`, field: 'failure', width: 20, rank: 2 },
  ],
  sections: [
    {
      title: safe`Request`,
      fields: ['at', 'method', 'path', 'status', 'ms', 'bytes', 'tries', 'failure', 'detail', 'errorId'],
    },
  ],
  nameField: 'path',
});

const words = ({ length }: readonly Exchange[]) => counted(length, safe`request`);

/** Returns the listed requests as records, to be saved to a file: no bodies and no token. */
export function logReport(dialog: LogDialog): SaveSelection {
  const { exchanges, count: sent } = dialog;
  const shown = shownExchanges(dialog);
  const of = shown.length === exchanges.length ? safe`` : safe`${shown.length} of `;
  return {
    resource: request,
    records: shown.map(requestRecord),
    kind: 'list',
    description: safe`${of}${words(exchanges)}`,
    ...(sent > exchanges.length
      ? { missing: safe`only the last ${exchanges.length} requests are kept` }
      : {}),
  };
}
