import { expect, test } from 'vitest';
import { numbered, shownAddress, urlsIn } from '../../../src/explorer/facts/urls.ts';

test.each([
  ['see https://a.example/x.', ['https://a.example/x']],
  ['(https://a.example/x), "http://b.example"', ['https://a.example/x', 'http://b.example']],
  ['https://\u0435xample.com/ is no example.com', ['https://\u0435xample.com/']],
  ['https://exampl\u0435.com/', ['https://exampl\u0435.com/']],
  ['https://example\u3002com/', ['https://example\u3002com/']],
  ['https://exam\ufeffple.com/', ['https://exam\ufeffple.com/']],
  ['https://exam\u200bple.com/', ['https://exam\u200bple.com/']],
  ['https://münchen.example/straße?q=ä!', ['https://münchen.example/straße?q=ä']],
  ['„https://a.example/é“, «https://b.example/»', ['https://a.example/é', 'https://b.example/']],
  ['访问https://例え.example/路径。', ['https://例え.example/路径']],
  ['https://', []],
  ['https://...', []],
  ['no address', []],
])('urls: the URLs in %j are found', (text, addresses) => {
  expect(urlsIn(text)).toEqual(addresses);
});

test('urls: a URL with other characters than ASCII is shown with its real host', () => {
  expect(shownAddress('https://\u0435xample.com/a')).toBe('https://xn--xample-2of.com/a');
  expect(shownAddress('https://example.com/a')).toBe('https://example.com/a');
  expect(shownAddress('https://\u0435 \u0435')).toBe('https://\u0435 \u0435');
});

test('urls: each of several URLs is followed by its number', () => {
  expect(numbered('https://\u0435x.com, https://b.example/.')).toBe(
    'https://\u0435x.com [1], https://b.example/ [2].',
  );
  expect(numbered('only https://b.example/.')).toBe('only https://b.example/.');
});
