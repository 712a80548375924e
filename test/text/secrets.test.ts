import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../src/json/json.ts';
import { redact } from '../../src/resources/redact.ts';
import { redactText } from '../../src/text/secrets/redact-text.ts';
import { forAll, property } from '../helpers/property.ts';

const file = (name: string): string => readFileSync(join(import.meta.dirname, 'secrets', name), 'utf8');
/** Texts with a secret at each `§`. */
const forms = JSON.parse(file('forms.json')) as readonly string[];
/** Sentences about secrets, without one. */
const sentences = file('harmless.txt').trim().split('\n');
const SECRETS = ['kJ8fQ2mZx7Lp0Rt5Wv3Nq4', '9f8e7d6c5b4a39281706f5e4d3c2b1a0'];

const inJson = (text: string): string => JSON.stringify({ reason: text, status: 401 });
const between = (text: string, change: (part: string) => string): string =>
  text.split('§').map(change).join('§');
const NAMES =
  /\b(?:authorization|bearer|basic|password|cookie|secret|token|api[ _-]?key|name|value)\b(?!_)/gi;

/** Ways to spell the same text. */
const spellings: Readonly<Record<string, (form: string) => string>> = {
  'as it is': form => form,
  'with names in capitals': form => form.replace(NAMES, name => name.toUpperCase()),
  'in JSON': inJson,
  'in JSON in JSON': form => inJson(inJson(form)),
  'percent-encoded': form => between(form, encodeURIComponent),
  'with entities of HTML': form =>
    between(form, part => part.replace(/["'<>&]/g, sign => `&#${sign.charCodeAt(0)};`)),
  'with colours and invisible characters': form =>
    between(form, part => part.replace(/[a-z](?=[a-z])/i, '$&\u200b\u001b[1m')),
  'behind 2 kB of text': form => `${'all is well; '.repeat(160)}${form} and so on`,
};

test.each(Object.entries(spellings))('secrets: none is left in a text %s', (_name, spell) => {
  const left = SECRETS.flatMap(secret =>
    forms.filter(form => redactText(spell(form).replaceAll('§', secret)).includes(secret)),
  );
  expect(left).toEqual([]);
});

const base64Forms = fc.constantFrom('{"password":"§"}', 'https://u:§@h/x', 'api_key=§&a=1');
const readable = fc.string({ unit: fc.constantFrom(...'\t\n\r ~zA09"=+-', 'all is well'), maxLength: 20 });
property(
  'secrets: none is left in base64 of a text that names it, whatever stands before',
  [readable, base64Forms],
  (before, form) => {
    const encoded = Buffer.from(`${before}\n${form.replace('§', SECRETS[0] ?? '')}`).toString('base64');
    expect(redactText(`payload ${encoded} end`)).toBe('payload •••••••• end');
  },
);

const parts = fc.array(
  fc.constantFrom(...'row 000123 sales a1b2c3d4e5f60a7 z9 fjcd xoxb xapp sk pat-na1'.split(' ')),
);
property(
  'secrets: words and numbers joined by signs are masked alone as beside a sign of a secret',
  [parts, fc.constantFrom('-', '_', ' '), fc.constantFrom('', '@1.2.0')],
  (words, sign, version) => {
    const text = [...words, 'support', '000123'].join('-').replace('-', sign) + version;
    expect(`${redactText(text)} <`).toBe(redactText(`${text} <`));
  },
);

test('secrets: a masked text stays as it is when it is masked again', () => {
  const masked = forms.map(form => redactText(form.replaceAll('§', SECRETS[0] ?? '')));
  expect(masked.filter(text => redactText(text) !== text)).toEqual([]);
});

test('secrets: more than a thousand texts about secrets, without one, come out byte for byte', () => {
  const who = ['slack said', 'step 3 failed:', 'the webhook returned 401 (', 'run 7f3c; host=db.internal;'];
  const texts = sentences.flatMap(sentence => [sentence, ...who.map(words => `${words} ${sentence}`)]);
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter(text => redactText(text) !== text)).toEqual([]);
});

test.each([
  ['Server=x;Password=§;Timeout=3', 'Server=x;Password=••••••••;Timeout=3'],
  [
    '401 from https://u:§@db.internal:5432/x?a=1&token=§&b=2 in run 7f3c',
    '401 from https://••••••••@db.internal:5432/x?a=1&token=••••••••&b=2 in run 7f3c',
  ],
  ['GET /cb?code=§&state=ok HTTP/1.1', 'GET /cb?code=••••••••&state=ok HTTP/1.1'],
  ['{"status":401,"password":"§","user":"ann"}', '{"status":401,"password":"••••••••","user":"ann"}'],
  ['{\\"password\\":\\"§\\",\\"user\\":\\"ann\\"}', '{\\"password\\":\\"••••••••\\",\\"user\\":\\"ann\\"}'],
  ['Authorization: Bearer §, retry 3', 'Authorization: Bearer ••••••••, retry 3'],
  ['Set-Cookie: sid=§; Path=/; Secure', 'Set-Cookie: sid=••••••••; Path=/; Secure'],
  ['[{"name":"API_TOKEN","value":"§","on":true}]', '[{"name":"API_TOKEN","value":"••••••••","on":true}]'],
  ['the token § of ann was refused', 'the token •••••••• of ann was refused'],
])('secrets: only the secret of %s is masked', (form, masked) => {
  expect(redactText(form.replaceAll('§', SECRETS[0] ?? ''))).toBe(masked);
});

test('secrets: a key block without an end is masked to the end of the text', () => {
  expect(redactText(`key: -----BEGIN RSA PRIVATE KEY-----\nMII${'a b\n'.repeat(999)}`)).toBe('key: ••••••••');
});

test.each<[name: string, record: Json, masked: Json]>([
  ['a pair', { name: 'API_TOKEN', value: 'a' }, { name: 'API_TOKEN', value: '••••••••' }],
  ['a description', { name: 'token', text: 'Enter your token' }, { name: 'token', text: 'Enter your token' }],
  ['a list of a name and a value', ['authorization', 'Bearer x7Kd02'], ['authorization', '••••••••']],
  [
    'a flat list',
    ['accept', 'text/html', 'cookie', 'a=x7Kd02; b'],
    ['accept', 'text/html', 'cookie', '••••••••'],
  ],
  ['names alone', { required: ['token', 'apiKey'] }, { required: ['token', 'apiKey'] }],
  [
    'a key of two meanings',
    { sortKey: 'name', stripeKey: 'x7Kd02' },
    { sortKey: 'name', stripeKey: '••••••••' },
  ],
  [
    'names of members',
    { ghp_x7Kd02x7Kd02x7Kd02: 1, ghp_x8Kd02x7Kd02x7Kd02: 2 },
    { '••••••••': 1, '•••••••• 2': 2 },
  ],
])('secrets: in a record, %s is judged by its structure', (_name, inner, masked) => {
  expect(redact({}, { inner })).toEqual({ inner: masked });
});

test('secrets: any text can be masked, and only its secrets change', () => {
  const word = fc.constantFrom(
    ...'password token = : " \\" \' { } [ ] , ; & ? // @ %22 \\u0022 <a> key \n a x7Kd02'.split(' '),
  );
  forAll(100, fc.array(word, { maxLength: 40 }), words => {
    const masked = redactText(words.join(''));
    expect(masked.replaceAll('••••••••', '').length).toBeLessThanOrEqual(words.join('').length);
  });
});
