import { renderToString, Text } from 'ink';
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { SKIN_NAMES } from '../../../src/config/settings.ts';
import { appearanceOf, screenStyleOf, skins, styleText, themeOf } from '../../../src/explorer/paint/theme.ts';
import type { ColourDepth } from '../../../src/terminal/capabilities.ts';
import { safe } from '../../../src/text/sanitise.ts';

const looks = (depth: ColourDepth) => ({ depth, ascii: false, links: false });

/** Returns the relative luminance of a colour (WCAG 2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Returns the colour that terminals show for one of the 240 fixed numbers. */
function fixed(number: number): string {
  const steps = [0, 95, 135, 175, 215, 255];
  const at = number - 16;
  const grey = 8 + (number - 232) * 10;
  const parts =
    number >= 232
      ? [grey, grey, grey]
      : [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map(step => steps[step] ?? 0);
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`;
}

function shown(sgr: string | undefined): string | undefined {
  const [, red, green, blue] = /[34]8;2;(\d+);(\d+);(\d+)/.exec(sgr ?? '') ?? [];
  if (red !== undefined)
    return `#${[red, green, blue].map(part => Number(part).toString(16).padStart(2, '0')).join('')}`;
  const number = /[34]8;5;(\d+)/.exec(sgr ?? '')?.[1];
  return number === undefined ? undefined : fixed(Number(number));
}

const OWN = SKIN_NAMES.filter(name => skins[name].ground !== undefined);

test('skins: there are four, three of them with their own colours', () => {
  expect(SKIN_NAMES).toHaveLength(4);
  expect(OWN).toEqual(['light', 'high-contrast', 'colour-blind']);
});

test.each([
  ['dark', 'all'],
  ['mono', 'mono'],
])('skins: %s of earlier versions is terminal with the colours "%s"', (skin, depth) => {
  const given = { skin: { text: skin, origin: safe`--skin`, from: 'flag' } } as const;
  const appearance = appearanceOf(given, { TERM: 'xterm', COLORTERM: 'truecolor' });

  expect(appearance).toMatchObject({ depth });
  expect(themeOf(skin, looks('all'))).toEqual(themeOf('terminal', looks('all')));
});

describe.each(['all', '256'] as const)('with %s colours', depth => {
  test.each(OWN)('skins: %s has a contrast of at least 4.5 for text and 3 for dim text', name => {
    const { ground } = screenStyleOf(name, looks(depth));
    const back = shown(ground.back) ?? '';

    expect(contrast(shown(ground.front) ?? '', back)).toBeGreaterThanOrEqual(
      name === 'high-contrast' ? 7 : 4.5,
    );
    for (const [style, [on]] of Object.entries(themeOf(name, looks(depth)).styles)) {
      const colour = shown(on);
      if (colour === undefined) continue;
      expect([style, contrast(colour, back) >= (style === 'dim' ? 3 : 4.5)]).toEqual([style, true]);
    }
  });
});

test('skins: colour-blind separates good from bad by more than red and green', () => {
  const { styles } = themeOf('colour-blind', looks('all'));
  const blue = (on: string) => Number.parseInt((shown(on) ?? '').slice(5, 7), 16);

  expect(Math.abs(blue(styles.good?.[0] ?? '') - blue(styles.bad?.[0] ?? ''))).toBeGreaterThan(80);
});

test('skins: terminal sets no background and uses only the sixteen colours for text', () => {
  const { styles } = themeOf('terminal', looks('all'));

  expect(screenStyleOf('terminal', looks('all')).ground).toEqual({});
  for (const [on] of Object.values(styles))
    expect(on).toMatch(/^(\u001b\[1m)?(\u001b\[(1|2|4|7|53|3[1-7])m)?$/);
});

test.each(SKIN_NAMES)('skins: %s without colours uses only weight and inverse', name => {
  const { styles } = themeOf(name, looks('mono'));

  expect(Object.values(screenStyleOf(name, looks('mono')).ground)).not.toContainEqual(expect.any(String));
  for (const [on, off] of Object.values(styles)) expect(on + off).not.toMatch(/\[(?!53|55)[345]\d/);
});

test('skins: with sixteen colours states have different colours and no background is set', () => {
  const { styles } = themeOf('light', looks('16'));

  expect(screenStyleOf('light', looks('16')).ground).toEqual({ front: undefined, back: undefined });
  expect([styles.good?.[0], styles.warn?.[0], styles.bad?.[0]]).toEqual([
    '\u001b[32m',
    '\u001b[33m',
    '\u001b[1m\u001b[31m',
  ]);
});

test.each(SKIN_NAMES)('skins: Ink draws text in any style of %s without rewriting its sequences', name => {
  for (const depth of ['all', '256', '16', 'mono'] as const) {
    const theme = themeOf(name, looks(depth));
    for (const style of Object.keys(theme.styles) as (keyof typeof theme.styles)[]) {
      const row = `row ${styleText(theme, style, 'styled')} end`;
      expect(renderToString(createElement(Text, { wrap: 'truncate' }, row))).toBe(row);
    }
  }
});
