import { Box, renderToString, Text, Transform } from 'ink';
import type { ReactNode } from 'react';

/** Prints Ink's output for random trees, one JSON text a line. Arguments: seed and number. */
const [seed = 1, count = 10] = process.argv.slice(2).map(Number);

let state = seed >>> 0;
/** Returns a pseudo-random number (Mulberry32). */
function random(below: number): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % below;
}
const pick = <T,>(all: readonly T[]): T => all[random(all.length)] as T;

const WORDS = [
  'support',
  'a',
  '予約アシスタント',
  '🛫',
  '👩‍👩‍👧',
  'e\u0301',
  '',
  ' ',
  '\u200b',
  'long-'.repeat(12),
  'two\nlines',
  '\u001b[1;31mstyled\u001b[39;22m',
  '\u001b[2m\u001b[7m─\u001b[27m never ended',
  '\u001b[38;2;1;2;3mdeep\u001b[m',
  '\u001b]8;;https://a.example\u0007link\u001b]8;;\u0007',
];
const WRAPS = ['wrap', 'truncate', 'truncate-middle', 'truncate-start', 'hard'] as const;
const COLOURS = ['red', '#12ab34', undefined] as const;

/** Few texts and many frames, so that caches between frames are used often. */
function leaf(key: number): ReactNode {
  const words = Array.from({ length: 1 + random(4) }, () => pick(WORDS)).join(' ');
  if (random(4) === 0)
    return (
      <Transform key={key} transform={() => words}>
        {' '}
      </Transform>
    );
  return (
    <Text key={key} wrap={pick(WRAPS)} inverse={random(4) === 0} bold={random(4) === 0} {...colour()}>
      {words}
    </Text>
  );
}

function colour(): { readonly color?: string } {
  const color = pick(COLOURS);
  return color === undefined ? {} : { color };
}

/**
 * Keeps items of a row from shrinking: squeezed below their minimum, they become millions of cells wide (yoga
 * divides by almost zero), and unpatched Ink needs all memory or minutes to draw them.
 */
const UNSHRINKABLE = { flexShrink: 0 } as const;

function tree(depth: number, key = 0): ReactNode {
  if (depth === 0 || random(3) === 0)
    return (
      <Box key={key} {...UNSHRINKABLE} {...(random(2) === 0 ? { width: random(40) } : {})}>
        {leaf(key)}
      </Box>
    );
  const size = {
    ...(random(2) === 0 ? { width: random(40) } : {}),
    ...(random(3) === 0 ? { height: random(6) } : {}),
    ...(random(3) === 0 ? { marginLeft: random(6) - 3 } : {}),
    ...(random(3) === 0 ? { marginTop: random(4) - 2 } : {}),
    ...(random(4) === 0 ? { borderStyle: 'single' as const } : {}),
  };
  return (
    <Box
      key={key}
      flexDirection={pick(['row', 'column'])}
      overflow={pick(['hidden', 'visible'])}
      paddingLeft={random(3)}
      {...UNSHRINKABLE}
      {...size}
    >
      {Array.from({ length: 1 + random(4) }, (_, at) => tree(depth - 1, at))}
    </Box>
  );
}

/** Returns the output for a tree, or Ink's error for one it cannot draw, such as a border around nothing. */
function drawn(node: ReactNode, columns: number): string {
  try {
    return renderToString(node, { columns });
  } catch (error) {
    return String(error);
  }
}

async function drawAll(): Promise<void> {
  for (let at = 0; at < count; at++) {
    const columns = 1 + random(60);
    const node = tree(4);
    // A second time, to use the caches.
    const [first, again] = [drawn(node, columns), drawn(node, columns)];
    process.stdout.write(`${JSON.stringify([first, again === first ? '' : again])}\n`);
    // Ink cleans up in a later turn.
    await new Promise(setImmediate);
  }
}

void drawAll();
