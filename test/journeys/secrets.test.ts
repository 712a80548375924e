// @module-tag program

import { afterEach, expect, test } from 'vitest';
import { isObject, type Json, member } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { MASK } from '../../src/resources/field.ts';
import { redact } from '../../src/resources/redact.ts';
import { clientOf, expectValue } from '../api/test-client.ts';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** Returns the values of a record that its redacted copy masks. */
function secretsIn(sent: Json | undefined, masked: Json | undefined): readonly string[] {
  if (masked === MASK) return [String(sent)];
  if (!isObject(sent)) return [];
  return Object.keys(sent).flatMap(key => secretsIn(member(sent, key), member(masked, key)));
}

test('secrets: none reaches the terminal: not in a record, its tabs, raw text, the pager or a copy', async () => {
  opened = await openExplorer({ env: { PAGER: 'cat' }, columns: 120, rows: 40 });
  const { terminal, sandbox, type } = opened;
  const { botId } = sandbox.ids;
  if (bot.read === undefined) throw new Error('bots can be read');
  const record = expectValue(await clientOf(sandbox).send(bot.read, { botId }));
  // A short value may be a word that occurs elsewhere too.
  const secrets = secretsIn(record, redact(bot.fields, record)).filter(secret => secret.length > 16);
  expect(secrets.length).toBeGreaterThan(3);

  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('[1 Overview]');
  await terminal.press('Tab', 'y');
  await terminal.waitFor('secrets masked');
  await terminal.press('y', 'PageDown', 'PageDown', 'G', '|', ':');
  await type('copy.json');
  await terminal.press('Enter');
  await terminal.waitFor('copied (OSC 52)');
  await terminal.settle();

  const copies = [...terminal.bytes().matchAll(/\u001b\]52;c;([^\u0007]*)/g)].map(([, base64 = '']) =>
    Buffer.from(base64, 'base64').toString('utf8'),
  );
  const all = [terminal.bytes(), ...copies].join('\n');
  expect(all).toContain(MASK);
  expect(copies).toHaveLength(1);
  expect([...secrets, sandbox.token].filter(secret => all.includes(secret))).toEqual([]);
});
