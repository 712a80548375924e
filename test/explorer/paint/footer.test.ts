import { describe, expect, test } from 'vitest';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { hintsOf } from '../../../src/explorer/paint/footer.ts';
import { type Started, startExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';

function keys({ explorer }: Started, ...names: readonly string[]): void {
  for (const name of names) press(explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
}

const hints = ({ state }: Started): readonly string[] =>
  hintsOf(state()).map(({ key, text }) => `${key} ${text}`);

describe('the footer says', () => {
  test('that a delete would take what is marked', async () => {
    const started = await startOnBots(bots(3));
    expect(hints(started)).not.toContainEqual(expect.stringContaining('delete'));

    keys(started, 'space');

    expect(hints(started)).toContain('ctrl+d delete marked');
  });

  test('what Esc would do', async () => {
    expect(hints(startExplorer())).toContain('Esc stop');
    const started = await startOnBots(bots(3));
    expect(hints(started)).not.toContain('Esc stop');

    keys(started, '/', 'b', 'o', 'enter');
    expect(hints(started)).toContain('Esc clear filter');

    keys(started, 'v');
    expect(hints(started)).toContain('Esc cancel the range');
  });

  test('what acts while the help is searched: letters are text', async () => {
    const started = await startOnBots(bots(3));

    keys(started, '?');
    expect(hints(started)).toContain('j k PgDn PgUp move');

    keys(started, '/');
    expect(hints(started)).toEqual(['Enter apply', 'Esc cancel']);
  });
});
