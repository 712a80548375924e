import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBaseUrl, parsePath, requestUrl } from '../../src/api/url.ts';
import { err, ok } from '../../src/text/result.ts';
import { forAll } from '../helpers/property.ts';

test.each([
  ['https://host', { origin: 'https://host', prefix: '' }],
  ['  https://Host:8443/a/b/ ', { origin: 'https://host:8443', prefix: '/a/b' }],
  ['https://host//', { origin: 'https://host', prefix: '' }],
  ['http://localhost:8080', { origin: 'http://localhost:8080', prefix: '' }],
  ['http://127.0.0.1', { origin: 'http://127.0.0.1', prefix: '' }],
  ['http://127.8.9.1', { origin: 'http://127.8.9.1', prefix: '' }],
  ['http://[::1]:81', { origin: 'http://[::1]:81', prefix: '' }],
])('url: the base URL %j is accepted', (text, base) => {
  expect(parseBaseUrl(text, false)).toEqual(ok(base));
});

test.each([
  ['', /is not an address/],
  ['host.example', /is not an address/],
  ['ftp://host', /use https/],
  ['file:///etc/passwd', /use https/],
  ['https://me:secret@host', /user name or password/],
  ['https://me@host', /user name or password/],
  ['https://:secret@host', /user name or password/],
  ['https://host/?a=1', /"\?" or "#"/],
  ['https://host/#a', /"\?" or "#"/],
  ['http://host', /clear text/],
  ['http://localhost.evil.example', /clear text/],
  ['http://127.0.0.1.evil.example', /clear text/],
  ['http://0.0.0.0', /clear text/],
])('url: the base URL %j is refused', (text, why) => {
  expect(parseBaseUrl(text, false)).toEqual(err(expect.stringMatching(why)));
});

test('url: http to another machine is accepted if it is allowed', () => {
  expect(parseBaseUrl('http://host', true)).toEqual(ok({ origin: 'http://host', prefix: '' }));
});

test('url: the reason of a refusal does not contain the password', () => {
  for (const text of [
    'https://me:secret@host',
    'https://me:secret@ho st',
    'ftp://me:secret@host',
    'http://me:secret@h',
  ])
    expect(JSON.stringify(parseBaseUrl(text, false))).not.toContain('secret');
});

test('url: any text is a base URL or refused with a reason', () =>
  forAll(100, fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), text => {
    const base = parseBaseUrl(text, true);
    fc.pre(base.ok);
    expect(base.value.prefix).not.toMatch(/\/$/);
  }));

test.each(['/v1/../x', '/v1/./x', '//evil.example/x?', '/v1/%2e%2e/x', '/a b', '@evil.example/'])(
  'url: the path %s, which would leave the base URL, throws',
  path => {
    expect(() => requestUrl({ origin: 'https://host', prefix: '' }, path, {})).toThrow('left its base');
  },
);

test('url: a typed path never leaves the base address, whatever it holds', () => {
  const base = { origin: 'https://api.example.com', prefix: '/prefix' };
  const piece = fc.oneof(
    fc.constantFrom('/', '..', '.', '%2e', '%2F', '%25', '\\', '?', '@', ':', '//', 'x', '%5c', ' ', '%252e'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  forAll(2000, fc.array(piece, { maxLength: 12 }), pieces => {
    const parsed = parsePath(`/${pieces.join('')}`);
    fc.pre(parsed.ok);
    const { path, search } = parsed.value;
    const url = requestUrl(base, path, {});
    expect(new URL(url.href + search).pathname).toBe(url.pathname);
    expect(url.origin).toBe(base.origin);
    expect(url.pathname).toBe(base.prefix + path);
    expect(decodeURIComponent(url.pathname).split(/[/\\]/)).not.toContain('..');
  });
});

test.each([
  ...['//example.com/v1/admin/bots', 'v1/admin/bots', '/v1//admin', '/v1\\admin', '/v1/admin/bots#x'],
  ...['/v1/admin/\u0007', '/v1/admin/%0d%0ax: y', '/v1/admin/bots?a=\tb', '/v1/admin/%zz'],
  ...['/v1/admin/x%2f..%2fy', '/v1/admin/a%2F%2Fb', '/v1/admin/%5Cx', `/${'x'.repeat(5000)}`],
  // A server that decodes twice may resolve these.
  ...['/v1/%2e%2e/x', '/v1/%252E%252e/x', '/v1/%25zz/%252e%252e/x', '/v1/%25/%25252e%25252e'],
  ...['/a%255cb', '/a%2F.. ', '/v1/..;/admin', '/v1/%2e.;x=1/admin', '/v1/.;'],
])('url: the typed path %j, which may lead elsewhere, is refused', path => {
  expect(parsePath(path).ok).toBe(false);
});

test('url: a typed path may hold an encoded percent sign', () => {
  expect(parsePath('/v1/admin/bots/100%25')).toEqual(ok({ path: '/v1/admin/bots/100%25', search: '' }));
});
