// @module-tag program

import { expect } from 'vitest';
import { isObject, type Json, member } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { MASK } from '../../src/resources/field.ts';
import { redact } from '../../src/resources/redact.ts';
import { clientOf, expectValue } from '../api/test-client.ts';
import { atRest, journeys } from '../helpers/journey.ts';

const { journey } = journeys({ env: { PAGER: 'cat' }, columns: 120, rows: 40 });

/** Returns the values of a record that its redacted copy masks. */
function secretsIn(sent: Json | undefined, masked: Json | undefined): readonly string[] {
  if (masked === MASK) return [String(sent)];
  if (!isObject(sent)) return [];
  return Object.keys(sent).flatMap(key => secretsIn(member(sent, key), member(masked, key)));
}

journey('secrets: none reaches the terminal: not in a record, its tabs, raw text, the pager or a copy', [
  ['Enter', '[1 Overview]'],
  ['Tab y', 'secrets masked'],
  ['y PgDn PgDn G | :copy.json Enter', 'copied (OSC 52)'],
  atRest,
  async ({ terminal, sandbox }) => {
    if (bot.read === undefined) throw new Error('bots can be read');
    const record = expectValue(await clientOf(sandbox).send(bot.read, { botId: sandbox.ids.botId }));
    // A short value may be a word that occurs elsewhere too.
    const secrets = secretsIn(record, redact(bot.fields, record)).filter(secret => secret.length > 16);
    expect(secrets.length).toBeGreaterThan(3);
    const all = [terminal.bytes(), ...terminal.copies()].join('\n');
    expect(all).toContain(MASK);
    expect(terminal.copies()).toHaveLength(1);
    expect([...secrets, sandbox.token].filter(secret => all.includes(secret))).toEqual([]);
  },
]);
