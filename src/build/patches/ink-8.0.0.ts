import { cut, type Replacement, swap } from './edit.ts';

/** Cache of two generations of 1,000 entries: a screen has about a hundred rows. */
const CACHE = `import QuickLRU from 'quick-lru';
const keep = make => {
    const known = new QuickLRU({ maxSize: 1000 });
    return (key, ...about) => {
        const before = known.get(key);
        if (before !== undefined) return before;
        const made = make(key, ...about);
        known.set(key, made);
        return made;
    };
};
`;

// A text that Ink splits and joins without change is the row, if nothing else is written into it.
const OUTPUT_CACHES = `
const keptWidth = keep(text => stringWidth(text));
const keptLines = keep((_text, split) => split());
const keptSlice = keep((_key, slice) => slice());
const keptRow = keep((_key, draw) => draw());
const nameOf = (width, puts) => width + puts.map(([x, line]) => ' ' + x + ' ' + line.length + ' ' + line).join('');
const INVISIBLE = /^\\p{Default_Ignorable_Code_Point}+$/u;
const isVisible = ({ value }) => value < '\\x7f' || !INVISIBLE.test(value);
const lineAlone = puts => {
    const [[x, line, isMade] = []] = puts;
    return puts.length === 1 && x === 0 && isMade ? line.trimEnd() : undefined;
};
class OutputCaches {`;

const DRAW_ROW = `
        const row = Array.from({ length: this.width }, () => ({
            type: 'char',
            value: ' ',
            fullWidth: false,
            styles: [],
        }));
        for (const [x, line] of puts) this.put(row, x, line);
        return styledCharsToString(row.filter(item => item !== undefined)).trimEnd();
    }
    get() {`;

const PUT_AT_ONCE = `
            // Nothing to write (e.g. line was clipped away).
            if (characters.length === 0) {
                continue;
            }`;

// The rest of the loop becomes the body of `put`.
const PUT_LATER = `            currentLine.push([x, line, line === text]);
        }
    }
    put(currentLine, x, line) {
        {
            const characters = this.caches.getStyledChars(line);
            if (characters.length === 0) {
                return;
            }`;

type Swap = readonly [find: string, put: string];

const SWAPS: readonly Swap[] = [
  ['\nclass OutputCaches {', OUTPUT_CACHES],
  [
    '.filter(character => !/^\\p{Default_Ignorable_Code_Point}+$/u.test(character.value))',
    '.filter(isVisible)',
  ],
  ['cached = stringWidth(text);', 'cached = keptWidth(text);'],
  [
    'const characterLines = [[]];',
    'let lines = keptLines(text, () => {\n        const characterLines = [[]];',
  ],
  [
    'let lines = characterLines.map(line => styledCharsToString(line));',
    'return characterLines.map(line => styledCharsToString(line));\n        });',
  ],
  [
    'return this.sliceLineToColumns(line, from, to);',
    "return keptSlice([from, to, line].join(' '), () => this.sliceLineToColumns(line, from, to));",
  ],
  [`            const characters = this.caches.getStyledChars(line);${PUT_AT_ONCE}`, PUT_LATER],
  ['get() {', `drawRow(puts) {${DRAW_ROW}`],
  [
    '            .map(line => {\n        })',
    '            .map(puts => lineAlone(puts) ?? keptRow(nameOf(this.width, puts), () => this.drawRow(puts)))',
  ],
];

/** Caches rendered rows by the writes that produced them. */
function cacheRows(text: string): string {
  const empty = cut(text, '            for (let x = 0; x < this.width; x++) {', '});\n            }\n');
  const bare = cut(empty, '            // See https://github.com/vadimdemedes/ink/pull/564', '.trimEnd();\n');
  return CACHE + SWAPS.reduce((edited, [find, put]) => swap(edited, find, put), bare);
}

const SANITISE = "sanitizeAnsi(text.replaceAll('\\r\\n', '\\n'))";

/** Caches sanitised texts by the text. */
function cacheSanitised(text: string): string {
  return `${CACHE}const keptSane = keep(text => ${SANITISE});\n${swap(text, SANITISE, 'keptSane(text)')}`;
}

/** Uses the text sizes that Ink has cached for its layout. */
function measureOnce(text: string): string {
  const named = swap(
    text,
    "import widestLine from 'widest-line';",
    "import measureText from './measure-text.js';",
  );
  return swap(named, 'widestLine(text)', 'measureText(text).width');
}

const DEV = "if (process.env['DEV'] === 'true') {\n";

function withoutDevtools(text: string): string {
  const connected = cut(text, `${DEV}    // Intentionally`, "await import('./devtools.js');\n    }\n}\n");
  const named = cut(connected, `${DEV}    try {\n        const loaded = await`, '\n}\n');
  return cut(named, 'async function loadPackageJson() {', '\n}\n');
}

/**
 * Changes to Ink 8.0.0. The bundle needs the first; the others make frames three times as fast
 * (ink-8.0.0.md).
 */
export const inkReplacements: readonly Replacement[] = [
  {
    file: 'ink/build/reconciler.js',
    reason:
      'Ink loads the React devtools if DEV=true: a package that is not installed, by a top-level await, ' +
      'which CommonJS does not allow. A define does not remove it: Ink imports `process` as a module.',
    edit: withoutDevtools,
  },
  {
    file: 'ink/build/output.js',
    reason:
      'Ink splits every row of the screen into cells and joins them again for each frame, also unchanged rows: half ' +
      'of the time of a frame. Caches rendered rows for the next frames. Compiles the pattern of invisible ' +
      'characters once instead of once a character.',
    edit: cacheRows,
  },
  {
    file: 'ink/build/squash-text-nodes.js',
    reason: 'Ink searches every text for control sequences for each frame. Caches the result.',
    edit: cacheSanitised,
  },
  {
    file: 'ink/build/render-node-to-output.js',
    reason: 'Ink measures every text again for each frame, although its layout has cached the sizes.',
    edit: measureOnce,
  },
];
