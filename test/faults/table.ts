/** A fault that can happen, and the tests that show what comes of it: files below `test` and the names there. */
export type Row = {
  readonly id: string;
  readonly fault: string;
  readonly tests: readonly (readonly [file: string, name: string])[];
};

const FAILING = 'journeys/failing.test.ts';
const NETWORK = 'faults/network.test.ts';
const BODIES = 'faults/hostile-bodies.test.ts';
const BODIES_NAME = 'answers %s neither hang nor end the explorer, nor fill the memory';
const ANSWERS = 'api/client-answers.test.ts';
const DELETING = 'journeys/deleting.test.ts';
const REMOVING = 'store/removing.test.ts';
const READS = 'faults/only-reads.test.ts';
const PAGES = 'store/pages.test.ts';
const READING = 'store/reading.test.ts';
const HOSTILE = 'journeys/hostile.test.ts';

/** T: terminal, I: ids, N: network, C: content, P: paging, D: delete, S: secrets and scope. */
export const rows: readonly Row[] = [
  {
    id: 'T1',
    fault: 'control characters, escapes, bidi and invisible characters in what the server says',
    tests: [
      [HOSTILE, 'no string of any record reaches the terminal as anything but text'],
      [HOSTILE, 'no error of a server reaches the terminal as anything but text'],
    ],
  },
  {
    id: 'T3',
    fault: 'line breaks, huge and wide texts in a name',
    tests: [['hostile/screens.test.ts', 'every screen and command bears records of %s']],
  },
  {
    id: 'T5',
    fault: 'copying',
    tests: [['journeys/terminal-copying.test.ts', 'nothing reaches the clipboard without the key']],
  },
  {
    id: 'I1',
    fault: 'an id that cannot be one',
    tests: [['api/client-ids.test.ts', 'what never leaves the machine']],
  },
  {
    id: 'I2',
    fault: 'an id of characters that mean something in an address',
    tests: [['api/client-ids.test.ts', 'any text is either a refused id or one that arrives as it is']],
  },
  {
    id: 'N1',
    fault: 'refused, no such host, a certificate that is not trusted, no TLS',
    tests: [
      [FAILING, 'a server that is not there is told with its address, and r finds it once it is'],
      [NETWORK, 'a certificate that nobody trusts is said with its cause, and nothing is sent'],
      [NETWORK, 'a server that speaks no TLS is said'],
      ['api/faults.test.ts', 'a request was surely never sent'],
    ],
  },
  {
    id: 'N2',
    fault: 'no answer, late headers, a body that stalls or drips',
    tests: [
      [NETWORK, '%s ends with the deadline over headers and body'],
      [FAILING, 'a request that hangs shows that it is under way, and Esc stops it'],
    ],
  },
  {
    id: 'N3',
    fault: 'reset, end, bad chunk, short length, garbage, a flood of headers',
    tests: [
      [NETWORK, '%s is a broken connection, and a GET is asked once more'],
      [BODIES, BODIES_NAME],
    ],
  },
  {
    id: 'N4',
    fault: '401 at the start or in mid-session',
    tests: [
      [FAILING, 'a wrong token is told with where it came from, and only its end is shown'],
      [NETWORK, '401 in mid-session keeps the rows, says what to check, and asks no more by itself'],
    ],
  },
  {
    id: 'N5',
    fault: 'other statuses from 400 to 499',
    tests: [[NETWORK, '%d says what the server said, cleaned, and is not asked again']],
  },
  {
    id: 'N6',
    fault: '429',
    tests: [
      [FAILING, 'while the server wants to be left alone the seconds to that are counted'],
      [NETWORK, 'a wait of more than a minute (%s) is said and not waited for'],
      [
        'api/silence.test.ts',
        'after a 429 that names a time all requests wait, also those that were answered well before',
      ],
    ],
  },
  {
    id: 'N7',
    fault: 'statuses from 500 on',
    tests: [
      [NETWORK, '%d is asked once more, then said, and the rows stay'],
      [FAILING, 'a failed reload keeps the rows, marks them stale and says why'],
    ],
  },
  {
    id: 'N8',
    fault: 'redirects',
    tests: [
      [NETWORK, '%d is an error and not followed'],
      [ANSWERS, 'a redirect is not followed, and the other host hears nothing'],
    ],
  },
  {
    id: 'N9',
    fault: 'quitting meanwhile',
    tests: [[FAILING, 'quitting does not wait for a request under way']],
  },
  {
    id: 'N10',
    fault: 'the fault goes away',
    tests: [
      [FAILING, '%s says what happened, what was sent and what to do, and r recovers'],
      [FAILING, 'a server that is gone is tried again by itself, and what was read stays on the screen'],
    ],
  },
  {
    id: 'C1',
    fault: 'an answer that is none: HTML, cut, empty, another shape',
    tests: [
      [ANSWERS, '%s is a failure, never an empty list'],
      [NETWORK, '%d without a list is an error, never an empty list'],
      [FAILING, 'nothing, nothing yet and nothing because of a failure look different'],
    ],
  },
  {
    id: 'C2',
    fault: 'values of other types, missing, null, unknown',
    tests: [[HOSTILE, 'values of every wrong type leave a screen that says what there is']],
  },
  {
    id: 'C3',
    fault: 'answers without an end, compressed bombs',
    tests: [
      [BODIES, BODIES_NAME],
      [ANSWERS, 'is limited after decompression: %s'],
    ],
  },
  {
    id: 'C4',
    fault: 'deep JSON, keys of everything, keys twice',
    tests: [
      [BODIES, BODIES_NAME],
      [ANSWERS, 'JSON that nests deeply around a long number'],
      [ANSWERS, 'inherited bots'],
    ],
  },
  {
    id: 'P1',
    fault: 'tokens that repeat, go round or never end',
    tests: [
      [PAGES, 'that repeats a token ends the walk and says so'],
      [PAGES, 'ends for every service, also one that never stops sending tokens'],
      [READING, 'stops with a notice when the server goes round in circles'],
      [READING, 'is asked for when the cursor is within one screen of the last row, and not before'],
    ],
  },
  {
    id: 'P2',
    fault: 'pages that overlap, or move after a delete',
    tests: [
      [PAGES, 'brings no row twice when pages overlap'],
      [READING, 'loses no row after a delete moved the pages'],
    ],
  },
  {
    id: 'P3',
    fault: 'tokens of other types, empty, hostile',
    tests: [
      [ANSWERS, 'ends with %j'],
      ['api/path.test.ts', 'encodes the query, the token’s characters too'],
    ],
  },
  {
    id: 'P4',
    fault: 'a second page that fails',
    tests: [[FAILING, 'a second page that fails leaves the first, and is asked again only by key']],
  },
  {
    id: 'D1',
    fault: 'a delete',
    tests: [[DELETING, 'a bot is deleted by its typed name, once, and its row goes']],
  },
  {
    id: 'D2',
    fault: 'keys in the dialog that are no confirmation',
    tests: [
      [DELETING, '%s does not delete'],
      [DELETING, 'a wrong name deletes nothing and says so'],
      [DELETING, 'Enter held down after the last letter never deletes, however long'],
    ],
  },
  {
    id: 'D3',
    fault: 'pastes',
    tests: [
      [DELETING, '%s does not delete'],
      ['journeys/deleting-many.test.ts', 'the words and Enter in one paste'],
    ],
  },
  {
    id: 'D4',
    fault: 'a list that changes below the dialog',
    tests: [[DELETING, 'the dialog deletes what it named, whatever the list below does meanwhile']],
  },
  {
    id: 'D5',
    fault: 'a second confirmation',
    tests: [[REMOVING, 'sends one DELETE for the record, however often Enter is pressed']],
  },
  {
    id: 'D6',
    fault: 'an answer to a delete that does not come',
    tests: [
      [DELETING, 'after a lost answer it is read again: gone means deleted, and nothing is sent twice'],
      [REMOVING, 'whose answer was lost and that cannot be looked at has an unknown outcome'],
    ],
  },
  {
    id: 'D7',
    fault: 'a record that is gone already',
    tests: [[REMOVING, 'that found nothing the row goes, and nobody claims to have deleted it']],
  },
  {
    id: 'D8',
    fault: 'read-only, locked, dry run',
    tests: [
      [READS, 'read-only, nothing but GET leaves, even if every screen offers its deletes'],
      [READS, 'in a dry run nothing but GET leaves, nothing is written down, and what would be sent is told'],
      [READS, 'what is protected sends no delete until it is unlocked, and none after 15 minutes'],
    ],
  },
  {
    id: 'D9',
    fault: 'the delete of a conversation',
    tests: [
      [DELETING, 'a conversation is deleted by the end of its id, as the bot and not as the workspace'],
    ],
  },
  {
    id: 'S6',
    fault: 'cookies and referrers',
    tests: [[NETWORK, 'cookies and referrers are never sent back']],
  },
];
