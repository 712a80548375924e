/** A fault and the tests that show its consequences: files below `test` and names in them. */
export type Row = {
  readonly id: string;
  readonly fault: string;
  readonly tests: readonly (readonly [file: string, name: string])[];
};

const FAILURES = 'journeys/failures.test.ts';
const NETWORK = 'faults/network.test.ts';
const BODIES = 'faults/hostile-bodies.test.ts';
const BODIES_NAME = 'hostile responses: %s neither block nor end the explorer, nor exhaust the memory';
const PAGES = 'faults/pages.test.ts';
const DELETE_DIALOG = 'faults/delete-dialog.test.ts';
const DELETES = 'faults/deletes.test.ts';
const PROCESS = 'faults/process.test.ts';
const NO_WRITES = 'faults/no-writes.test.ts';
const RESPONSES = 'api/client-responses.test.ts';
const DELETE = 'journeys/delete.test.ts';
const BATCH = 'journeys/batch-delete.test.ts';
const DELETE_ACTION = 'explorer/actions/delete/delete.test.ts';
const HOSTILE = 'journeys/hostile.test.ts';
const TOKEN = 'canary/token.test.ts';
const ENDINGS = 'journeys/terminal-endings.test.ts';

/**
 * Kinds: T terminal, I ids, N network, C content, P paging, D delete, S secrets and scope, X process. Each
 * row has a test in a terminal, with the built program and real connections.
 */
export const rows: readonly Row[] = [
  {
    id: 'T1',
    fault: 'control characters, escapes, bidi and invisible characters in a response',
    tests: [
      [HOSTILE, 'hostile server: no string of a record controls the terminal%s'],
      [HOSTILE, 'hostile server: no error message controls the terminal'],
    ],
  },
  {
    id: 'T2',
    fault: 'the same with a screen reader, after the end, and in the message of a usage error',
    tests: [
      [HOSTILE, 'hostile server: no string of a record controls the terminal%s'],
      [PROCESS, 'internal error: the message is clean: %j'],
      [PROCESS, 'usage error: the message is clean'],
    ],
  },
  {
    id: 'T3',
    fault: 'line breaks, huge and wide texts in a name',
    tests: [
      ['journeys/navigation.test.ts', 'list: hostile names are shown harmlessly, each in its row'],
      ['hostile/screens.test.ts', 'screens: every screen and command accepts records of %s'],
    ],
  },
  {
    id: 'T4',
    fault: 'URLs in a response',
    tests: [['journeys/terminal-appearance.test.ts', 'links: with %j complete URLs are links: %s']],
  },
  {
    id: 'T5',
    fault: 'copying',
    tests: [
      ['journeys/terminal-clipboard.test.ts', 'copy: without its key nothing reaches the clipboard'],
      [
        'journeys/terminal-clipboard.test.ts',
        'copy: in raw text c copies the value of the line, but no secret',
      ],
    ],
  },
  {
    id: 'I1',
    fault: 'an invalid id',
    tests: [
      [PAGES, 'pages: a record whose id is %s is not requested, and this is reported'],
      ['api/client-ids.test.ts', 'requests that are never sent'],
    ],
  },
  {
    id: 'I2',
    fault: 'an id with characters that are special in a URL',
    tests: [
      [PAGES, 'pages: a record whose id is %j is requested with the id encoded as one path segment'],
      ['api/client-ids.test.ts', 'ids: any text is either refused or arrives unchanged'],
    ],
  },
  {
    id: 'N1',
    fault: 'a refused connection, an unknown host, no connection, an untrusted certificate, no TLS',
    tests: [
      [FAILURES, 'failure screen: an unreachable server has its address, and r recovers once it is up'],
      [NETWORK, 'network: an unknown host is reported with its name'],
      [NETWORK, 'network: a TLS handshake without a reply ends at the deadline'],
      [NETWORK, 'network: an untrusted certificate is reported with its cause, and no request is sent'],
      [NETWORK, 'network: a server without TLS is reported'],
      ['api/errors.test.ts', 'the request was not sent'],
    ],
  },
  {
    id: 'N2',
    fault: 'no response, late headers, a body that stalls or drips',
    tests: [
      [NETWORK, 'network: %s ends at the deadline, which covers headers and body'],
      [FAILURES, 'loading: a request that hangs shows its seconds, and Esc stops it'],
    ],
  },
  {
    id: 'N3',
    fault: 'reset, end, bad chunk, short length, garbage, a flood of headers',
    tests: [
      [NETWORK, 'network: %s is a broken connection, and a GET is retried once'],
      [NETWORK, 'network: a server that sends %s is a broken connection, and the GET is retried once'],
      [BODIES, BODIES_NAME],
    ],
  },
  {
    id: 'N4',
    fault: '401 at the start or in mid-session',
    tests: [
      [FAILURES, 'failure screen: a wrong token has its source, and only its last characters are shown'],
      [
        NETWORK,
        'network: 401 in mid-session keeps the rows, lists what to check, and stops automatic requests',
      ],
    ],
  },
  {
    id: 'N5',
    fault: 'other statuses from 400 to 499',
    tests: [[NETWORK, 'network: %d shows the message of the server, cleaned, and is not retried']],
  },
  {
    id: 'N6',
    fault: '429',
    tests: [
      [NETWORK, 'network: a wait required by %s: %s is counted down, then the rows are loaded'],
      [NETWORK, 'network: a required wait of more than a minute (%s: %s) is reported, not waited out'],
      [NETWORK, 'network: a 429 without a wait is reported, and not retried'],
      [
        'api/retry.test.ts',
        '429: all requests wait for the time in Retry-After, also to operations that were not throttled',
      ],
      ['api/retry.test.ts', '429: a reset time is accepted in place of seconds, as in X-RateLimit-Reset'],
    ],
  },
  {
    id: 'N7',
    fault: 'statuses from 500 on',
    tests: [
      [NETWORK, 'network: %d is retried once and then reported, and the rows stay'],
      [NETWORK, 'network: 501 is not retried, because a moment later it would be the same'],
    ],
  },
  {
    id: 'N8',
    fault: 'redirects',
    tests: [
      [NETWORK, 'network: %d is an error and not followed'],
      [RESPONSES, 'responses: a redirect is not followed, and the other host gets no request'],
    ],
  },
  {
    id: 'N9',
    fault: 'quitting meanwhile',
    tests: [[NETWORK, 'network: quitting while %s is immediate and restores the terminal']],
  },
  {
    id: 'N10',
    fault: 'the fault goes away',
    tests: [
      [FAILURES, 'failure screen: %s has its cause, the request and advice, and r recovers'],
      [FAILURES, 'offline: an unreachable server is retried automatically, and the rows stay'],
    ],
  },
  {
    id: 'C1',
    fault: 'an invalid response: HTML, cut off, empty, another shape',
    tests: [
      [NETWORK, 'network: a response with %s is an error, never an empty list'],
      [RESPONSES, 'responses: %s is a failure, never an empty list'],
      [FAILURES, 'empty list: loading, failed and empty look different'],
    ],
  },
  {
    id: 'C2',
    fault: 'values of other types, missing, null, unknown',
    tests: [[HOSTILE, 'hostile server: values of wrong types still give a readable screen']],
  },
  {
    id: 'C3',
    fault: 'endless responses, compressed bombs',
    tests: [
      [BODIES, BODIES_NAME],
      [RESPONSES, 'responses: the size limit counts decompressed bytes: %s'],
    ],
  },
  {
    id: 'C4',
    fault: 'deep JSON, inherited keys, repeated keys',
    tests: [
      [BODIES, BODIES_NAME],
      [RESPONSES, 'JSON that nests deeply around a long number'],
      [RESPONSES, 'inherited bots'],
    ],
  },
  {
    id: 'P1',
    fault: 'page tokens that repeat, form a cycle or never end, empty pages',
    tests: [
      [PAGES, 'pages: a repeated page token ends the list, and the explorer reports it'],
      [PAGES, 'pages: a cycle of page tokens ends the list'],
      [PAGES, 'pages: a repeated page ends the list, also with new tokens'],
      [PAGES, 'pages: an endless list is loaded only as far as the screen or M requires'],
      [PAGES, 'pages: an empty first page does not end the list'],
    ],
  },
  {
    id: 'P2',
    fault: 'pages that overlap, or move after a delete',
    tests: [
      [PAGES, 'pages: overlapping pages add no row twice'],
      ['explorer/actions/load/load.test.ts', 'reload: loses no row when a delete shifted the pages'],
    ],
  },
  {
    id: 'P3',
    fault: 'page tokens of other types, empty, hostile, huge',
    tests: [
      [PAGES, 'pages: the token %j ends the list'],
      [PAGES, 'pages: a token of %s is sent unchanged, or is a failure'],
    ],
  },
  {
    id: 'P4',
    fault: 'a second page that fails',
    tests: [[FAILURES, 'failed page: the first page stays, and only a key retries the second']],
  },
  {
    id: 'D1',
    fault: 'a delete',
    tests: [[DELETE, 'delete: a bot is deleted once by its typed name, and its row is removed']],
  },
  {
    id: 'D2',
    fault: 'keys in the dialog that do not confirm',
    tests: [
      [DELETE_DIALOG, 'delete dialog: %s deletes nothing'],
      [DELETE, 'delete: %s does not delete'],
      [DELETE, 'delete: a wrong name is reported and deletes nothing'],
      [DELETE, 'delete dialog: Enter held down after the last letter never deletes'],
      [BATCH, 'batch delete: %s delete nothing'],
      [ENDINGS, 'ending: screen "%s", %s: the terminal is restored, and no process remains'],
    ],
  },
  {
    id: 'D3',
    fault: 'pastes',
    tests: [
      [DELETE_DIALOG, 'delete dialog: a paste deletes nothing: %s: %j'],
      [DELETE, 'delete: %s does not delete'],
      [BATCH, 'batch delete: %s delete nothing'],
    ],
  },
  {
    id: 'D4',
    fault: 'a list that changes below the dialog',
    tests: [
      [DELETE, 'delete dialog: deletes the bot that it names, whatever happens to the list below'],
      [DELETE, 'delete dialog: deletes the bot that it names, also if the list shifts before it opens'],
    ],
  },
  {
    id: 'D5',
    fault: 'a second confirmation',
    tests: [
      [DELETES, 'delete: while a DELETE is under way, no key sends another'],
      [DELETE_ACTION, 'delete: sends one DELETE, however often Enter is pressed'],
    ],
  },
  {
    id: 'D6',
    fault: 'a lost response to a delete',
    tests: [
      [DELETES, 'delete: after %s the record is loaded: it still exists, and the DELETE is not retried'],
      [DELETES, 'delete: after %s and a failed load the outcome is unknown, and never "deleted"'],
      [DELETES, 'delete: after %s the record is missing and counts as deleted'],
    ],
  },
  {
    id: 'D7',
    fault: 'a record that is already gone, or must not be deleted',
    tests: [
      [DELETES, 'delete: a bot that is missing after a 404 was already gone, and its row is removed'],
      [DELETES, 'delete: a %s deletes nothing, is reported, and the DELETE is not retried'],
    ],
  },
  {
    id: 'D8',
    fault: 'read-only, locked, dry run',
    tests: [
      [DELETE, 'read-only: ctrl+d opens no dialog and sends no DELETE'],
      ['journeys/protection.test.ts', 'read-only: it cannot be unlocked'],
      [NO_WRITES, 'read-only: no command on any screen sends anything but GETs'],
      [
        NO_WRITES,
        'dry run: no command sends anything but GETs or writes files, and the simulated deletes are reported',
      ],
      [NO_WRITES, 'protection: sends no DELETE before it is unlocked, nor after the unlock expires'],
    ],
  },
  {
    id: 'D9',
    fault: 'the delete of a conversation',
    tests: [
      [
        DELETE,
        'delete: a conversation is deleted by the end of its id, with the bot id and without the workspace id',
      ],
    ],
  },
  {
    id: 'S1',
    fault: 'the token',
    tests: [
      [TOKEN, 'token: sent by the explorer to no terminal, child process, file, title or clipboard'],
      [TOKEN, 'token: neither printed by a command in any format nor written into a file'],
      [TOKEN, 'token: masked in commands, the explorer and the trace if a server echoes it'],
    ],
  },
  {
    id: 'S2',
    fault: 'a token file that other users can read',
    tests: [
      [
        'journeys/login.test.ts',
        'profiles: a token file that other users can read is refused, with its mode',
      ],
      ['config/token.test.ts', 'token file: with mode %o is refused, and the message has the mode'],
    ],
  },
  {
    id: 'S3',
    fault: 'secrets of records',
    tests: [
      [
        'journeys/secrets.test.ts',
        'secrets: none reaches the terminal: not in a record, its tabs, raw text, the pager or a copy',
      ],
      ['journeys/reveal.test.ts', 'reveal: x shows the secret of a line and masks it again'],
      ['canary/commands.test.ts', 'canary: no command prints a secret or the token in any format'],
    ],
  },
  {
    id: 'S4',
    fault: 'clear text to another machine',
    tests: [
      ['journeys/start.test.ts', 'start: the base URL %s is refused before anything is sent'],
      ['journeys/proxy.test.ts', 'proxy: HTTP_PROXY is used for clear text'],
    ],
  },
  {
    id: 'S5',
    fault: 'credentials in the base URL, other schemes, no URL',
    tests: [['journeys/start.test.ts', 'start: the base URL %s is refused before anything is sent']],
  },
  {
    id: 'S6',
    fault: 'cookies and referrers',
    tests: [[NETWORK, 'network: cookies and referrers are never sent back']],
  },
  {
    id: 'X1',
    fault: 'signals, Ctrl-C and quitting, on any screen',
    tests: [[ENDINGS, 'ending: screen "%s", %s: the terminal is restored, and no process remains']],
  },
  {
    id: 'X2',
    fault: 'a lost terminal, with and without SIGHUP',
    tests: [
      [ENDINGS, 'ending: screen "%s", %s: the process ends with its terminal'],
      [
        BATCH,
        'batch delete: if the terminal is lost (%s), no further request is sent, and the journal is complete',
      ],
    ],
  },
  {
    id: 'X3',
    fault: 'Ctrl-Z, SIGTSTP, fg',
    tests: [
      [
        'terminal/process/suspend.test.ts',
        'suspend: Ctrl-Z gives the terminal to the shell, and fg brings the program back as it was',
      ],
      ['terminal/process/suspend.test.ts', 'suspend: SIGTSTP and SIGCONT redraw the screen'],
    ],
  },
  {
    id: 'X4',
    fault: 'an internal error',
    tests: [
      [ENDINGS, 'ending: screen "%s", %s: the terminal is restored, and no process remains'],
      [PROCESS, 'internal error: the message is clean: %j'],
    ],
  },
  {
    id: 'X5',
    fault: 'no terminal, a closed pipe',
    tests: [
      ['journeys/start.test.ts', 'start: without a terminal the explorer exits with 2 and a reason'],
      ['journeys/start.test.ts', 'demo: a closed pipe ends it without an error'],
    ],
  },
  {
    id: 'X6',
    fault: 'frequent resizes to any size',
    tests: [
      ['journeys/terminal-resize.test.ts', 'resize: after 200 random resizes a repaint changes no cell'],
      [
        'journeys/terminal-resize.test.ts',
        'resize: sizes of 0x0 and 1000x2 are tolerated, and the next valid size is painted correctly',
      ],
    ],
  },
  {
    id: 'X7',
    fault: 'a slow terminal',
    tests: [
      [
        'journeys/terminal-slow-line.test.ts',
        'slow line: keys faster than frames all count, and some frames are skipped',
      ],
    ],
  },
  {
    id: 'X8',
    fault: 'a paste without an end',
    tests: [[PROCESS, 'keyboard: a paste without an end does not block the keys after it']],
  },
  {
    id: 'X9',
    fault: 'several letters in one read',
    tests: [
      [PROCESS, 'keyboard: five letters in one read move five rows, and ctrl+d among them opens no dialog'],
    ],
  },
];

/** Counts with their upper limits. Times are measured by the benchmark, not by tests. */
export const figures: readonly Row[] = [
  {
    id: '0',
    fault: 'bytes on the terminal that are not ours',
    tests: [
      [HOSTILE, 'hostile server: no string of a record controls the terminal%s'],
      [HOSTILE, 'hostile server: no error message controls the terminal'],
    ],
  },
  {
    id: '0',
    fault: 'requests that are undocumented, to another host, or with wrong headers',
    tests: [
      [
        NO_WRITES,
        'delete: without protection the same commands send every confirmed DELETE, and only documented requests',
      ],
    ],
  },
  {
    id: '1',
    fault: 'DELETE for each confirmed id, also under a fault',
    tests: [
      [DELETES, 'delete: after %s the record is loaded: it still exists, and the DELETE is not retried'],
      [
        'deletion/batch.property.test.ts',
        'batch: only chosen records are deleted, none twice, and journal and report match the service',
      ],
    ],
  },
  {
    id: '0',
    fault: 'DELETE from 52 pastes and 16 keys',
    tests: [
      [DELETE_DIALOG, 'delete dialog: a paste deletes nothing: %s: %j'],
      [DELETE_DIALOG, 'delete dialog: %s deletes nothing'],
    ],
  },
  {
    id: '0',
    fault: 'wrong records deleted in 14 lists that are reloaded',
    tests: [[DELETE_ACTION, 'delete: keeps its target when the list below is reloaded %s']],
  },
  {
    id: '2',
    fault: 'requests for each action of the user, under a fault',
    tests: [[NETWORK, 'network: %d is retried once and then reported, and the rows stay']],
  },
  {
    id: '0',
    fault: 'requests without a key',
    tests: [
      [
        'explorer/actions/auto-refresh.test.ts',
        'auto-refresh: with refresh manual is off until R is pressed, on lists and on records',
      ],
      [
        'explorer/actions/request-budgets.test.ts',
        'request budget: with health and refresh manual, only a person causes requests',
      ],
    ],
  },
  {
    id: '64 MiB',
    fault: 'above the process at rest, for any response',
    tests: [[BODIES, BODIES_NAME]],
  },
  {
    id: '2',
    fault: 'pages loaded while the cursor does not move',
    tests: [[PAGES, 'pages: an endless list is loaded only as far as the screen or M requires']],
  },
  {
    id: '0',
    fault: 'terminal settings not restored at the end',
    tests: [[ENDINGS, 'ending: screen "%s", %s: the terminal is restored, and no process remains']],
  },
];
