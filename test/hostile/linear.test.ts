import { expect, test } from 'vitest';
import { parseBody, retryAfterMs } from '../../src/api/response.ts';
import { maskOf } from '../../src/api/token-mask.ts';
import { parseBaseUrl } from '../../src/api/url.ts';
import { recordLines as tableLines } from '../../src/cli/shared/table.ts';
import { difference } from '../../src/diff/diff.ts';
import { formats } from '../../src/explorer/commands/formats.ts';
import { textLine } from '../../src/explorer/facts/line.ts';
import { spokenText } from '../../src/explorer/facts/spoken-words.ts';
import { numbered } from '../../src/explorer/facts/urls.ts';
import { recognisedRefs } from '../../src/explorer/lookup/recognise.ts';
import { recordLines } from '../../src/explorer/screens/record/record-lines.ts';
import { documentReader, rowLine } from '../../src/explorer/screens/text/document-rows.ts';
import { withMatches } from '../../src/explorer/selection/document-cursor.ts';
import { fileName } from '../../src/explorer/selection/save-selection.ts';
import { parsePlace } from '../../src/explorer/state/place-text.ts';
import { parseFilter } from '../../src/filter/parse.ts';
import { documentOf, documentText, type Notation } from '../../src/json/document.ts';
import { type JsonObject, parseJson } from '../../src/json/json.ts';
import { causeFrom } from '../../src/resources/cause-key.ts';
import { redact } from '../../src/resources/redact.ts';
import { redactResponse } from '../../src/resources/redact-response.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { nameOf } from '../../src/resources/resource.ts';
import {
  clean,
  cleanLines,
  escaped,
  type SafeText,
  visibleText,
  withoutInvisible,
} from '../../src/text/sanitise.ts';
import { redactText } from '../../src/text/secrets/redact-text.ts';
import { ago, exact } from '../../src/text/units.ts';
import { cells, cutEnd, cutMiddle, cutWords, wrap } from '../../src/text/width.ts';
import { startExplorer } from '../helpers/fake-explorer.ts';
import { isTried } from '../helpers/properties.ts';
import { type Run, slowUnits } from './growth.ts';

const clock = { now: 0, exact: false };
const bot = resourceOf('bot');
const ref = { kind: 'bot', ids: { botId: 'b' } };
const TOKEN = 'bp_pat_0123456789';
const mask = maskOf(TOKEN);
const state = startExplorer().explorer.store.getState();

/** Creates a bot with a text in every position: names, long texts, reasons, undocumented members. */
const botWith = (text: string): JsonObject => ({
  id: 'b',
  name: text,
  other: `https://${text}`,
  [text]: 1,
  integrations: { a: { name: text, status: 'x_failed', statusReason: text } },
});

const failure = { by: 'slack', rule: 'x', title: clean('x failed'), own: ['shop'] };

const piecesOf = (text: string): readonly string[] => text.match(/.{1,20}/gs) ?? [];

const rowsOf = (text: string, format: Notation, wrapAt?: number): unknown => {
  const document = documentOf({ a: text, [text]: [text] });
  return documentReader(document, format, { fromDepth: 9, except: new Set() }, wrapAt).rows.map(rowLine);
};

const bodyOf = (text: string): unknown => parseBody(text, { mask, words: mask });

const longest = (text: string): SafeText => clean(text, 64 * 1024);

type Work = { readonly run: Run; readonly units: readonly string[] };

const ADDRESSES = [
  ...['?', '?a', '/?', '?=', '&a=', '://', '://a@', ':', '@'],
  ...['https://', 'https://a ', '…)', 'http', 'key=&'],
];
const SECRETS = [
  'password="',
  'password={',
  '"name":"password",',
  '\\"',
  '<password>',
  'a_',
  'eyJ',
  'a:b c@d ',
];
const INVISIBLE = [...'\x1b\u200d\u202e\u0301\ufe0f', '👍\u200d', '\ud83d', 'a\u0301\u0323', '\x1b]'];
const WIDE = ['a', '中', '👍', 'a ', ' ', 'a\u0301', '한', 'é', '👍\u200d', '\u{1f1e6}'];
const LINES = ['\n', '\n ', '\r\n', 'a\n'];
const YAML = ['a', ' ', ': ', ' :', ' #', '- ', '"', '\\"', '\\', '[', '~', ...LINES];

const EXPORTED = ['"', ',', ' ', '=', '|', '\\', '1.', '-', ': ', '?a', '\n', '\u200d'];

/** All code that searches or loops over a text of the server, and the units that are hard for it. */
const WORK: Readonly<Record<string, Work>> = {
  'text: cleaning': {
    run: text => [clean(text, text.length), cleanLines(text, text.length)],
    units: [...INVISIBLE, ...LINES],
  },
  'text: showing all of it': {
    run: text => [visibleText(text), withoutInvisible(text), escaped(text)],
    units: [...INVISIBLE, ...LINES],
  },
  'text: measuring': { run: text => cells(longest(text)), units: WIDE },
  'text: cutting': {
    run: text => [cutEnd, cutMiddle, cutWords].map(cut => cut(longest(text), 40)),
    units: WIDE,
  },
  'text: wrapping': { run: text => wrap(longest(text), 40), units: WIDE },
  'text: numbering addresses': {
    run: text => [numbered(text), numbered(`https://${text} https://${text}`)],
    units: [...ADDRESSES, '.', '"'],
  },
  'text: times': {
    run: text => [exact(text), ago(text, 0), ago(`2025-01-01${text}`, 0)],
    units: ['0', ':', '.0', '-'],
  },
  'redaction: text': {
    run: text => [redactText(text), redactText(`https://x/${text}`), redactText(`https://${text}`)],
    units: [...ADDRESSES, ...SECRETS],
  },
  'redaction: record': {
    run: text => redact(bot.fields, botWith(text)),
    units: [...ADDRESSES, 'aA', 'token', 'secret', '_', 'session', ...EXPORTED],
  },
  'redaction: response': {
    run: text => redactResponse('bot.read', { bot: botWith(text) }),
    units: [...ADDRESSES, 'A', 'pwd'],
  },
  'redaction: token': { run: mask, units: ['bp_pat_', 'b', TOKEN.slice(0, -1), '\\', '\\\\u0062', '\\/'] },
  'client: parsing JSON': {
    run: text => parseJson(JSON.stringify({ 7: text, [text]: text })),
    units: ['1', '1e', '"', ',1', '"1', ': ', '[ ', '-', '1.', ' '],
  },
  'client: body that is not JSON': { run: bodyOf, units: ['<title', '<', '{', '"', '1', ' ', '\\', '\n'] },
  'client: escapes in a body': {
    run: text => bodyOf(`{"a":"\\u0061${text}"}`),
    units: ['\\\\', '\\u0062', '\\\\u0062', '\\n', 'a'],
  },
  'client: Retry-After': {
    run: text => retryAfterMs(new Headers({ 'retry-after': text.trim() }), 0),
    units: ['1', '1.', '.', ' ', ' 1', 'Mon, '],
  },
  'client: base address': {
    run: text => [parseBaseUrl(text, false), parseBaseUrl(`x${text}`, false)],
    units: ['/', '//', '//a@', '@', ' '],
  },
  'JSON tree: YAML': {
    run: text => documentText(documentOf({ [text]: text, a: [text] }), 'yaml'),
    units: YAML,
  },
  'JSON tree: JSON': {
    run: text => documentText(documentOf({ [text]: text, a: [text] }), 'json'),
    units: ['"', '\\', 'a', '\n'],
  },
  'diff: texts': {
    run: text => difference({ a: text, b: [text] }, { a: `${text}x`, b: [`${text}y`] }),
    units: ['a', 'a\n', '\n', ' '],
  },
  'diff: lists': {
    run: text => difference(piecesOf(text), ['x', ...piecesOf(text)].reverse()),
    units: ['a', 'ab', 'abcdefgh'],
  },
  'diff: numbers': {
    run: text => difference(parseJson(`[${text}1]`), parseJson(`[${text}2]`)),
    units: ['0.10,', '1e400,', `1${'0'.repeat(900)}1e5,`],
  },
  'explorer: document': { run: text => rowsOf(text, 'yaml'), units: [...WIDE, '\n', ': '] },
  'explorer: wrapped document': { run: text => rowsOf(text, 'json', 80), units: [...WIDE, '"', '\n'] },
  'explorer: record': {
    run: text => recordLines(bot, botWith(text), { ref, options: { width: 80, clock } }),
    units: [...WIDE, ...ADDRESSES, '\n'],
  },
  'explorer: matches': {
    run: text => withMatches(textLine('a', { text: longest(text), style: 'plain' }), 'a'),
    units: ['a', 'ab', 'b'],
  },
  'explorer: pasted text': {
    run: text => [recognisedRefs(state, text), recognisedRefs(state, `a/${text} b`), parsePlace(text)],
    units: ['-', ' ', '/', 'a-', '1', 'a/', '%', '?', '=a', '- '],
  },
  'explorer: filter': { run: text => parseFilter(bot, text), units: ['"', 'a:', ' ', 'a', '_'] },
  'speech: words': {
    run: text => spokenText(longest(text)),
    units: [' ', ', ', ',', '•', '  a', 'a ', '…', '│'],
  },
  'export: name of a file': {
    run: text =>
      fileName({ resource: bot, records: [{ name: text }], kind: 'record', description: clean('') }, 0),
    units: ['-', 'a-', '\u0301', '?a', ' '],
  },
  'export: copied name': {
    run: text => withoutInvisible(nameOf(bot, { name: `https://${text}` })),
    units: [...INVISIBLE, '?', '://'],
  },
  'cli: table of a record': {
    run: text => tableLines({ resource: bot, clock, reveals: false, only: undefined }, botWith(text), ref),
    units: [...WIDE, '?', '\n'],
  },
  'diagnosis: bot': {
    run: text => bot.diagnose?.(botWith(text), clock),
    units: [':', '\n', ' ', 'a', '?', '(', '.'],
  },
  'cause: reason': {
    // A cause is cached by its reason.
    run: text => causeFrom({ ...failure, reason: `${text}${performance.now()}` }),
    units: [
      ...[
        ...ADDRESSES,
        ...INVISIBLE,
        ...LINES,
        ...WIDE,
        '<',
        '<title>',
        '<script',
        '\nat ',
        "'a ",
        '"a":',
        '1:',
      ],
      ...['1.', 'a.', 'a-', '::', 'a_', '1.1.1.1 ', 'ECONNRESET ', 'May 5 ', '\\"', 'a:22 ', '1-1-', 'P1'],
    ],
  },
  ...Object.fromEntries(
    formats.flatMap(({ name, print }) =>
      (['record', 'list'] as const).map(is => [
        `export: ${is} as ${name}`,
        {
          // Secrets are masked in "redaction: record".
          run: (text: string) => [
            ...print({ resource: bot, records: [botWith(text)], kind: is, reveals: true }),
          ],
          units: EXPORTED,
        },
      ]),
    ),
  ),
};

test.each(Object.entries(WORK))('linear time: %s', { timeout: 120_000 }, async (_name, { run, units }) => {
  const tried = units.filter((_unit, at) => isTried(at));
  expect(await slowUnits(run, tried)).toEqual([]);
});
