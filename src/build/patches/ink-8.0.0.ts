import { cut, type Replacement, swap } from './edit.ts';

/** Two generations of so many texts: a screen has a hundred rows. */
const KEEP = `import QuickLRU from 'quick-lru';
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

// What came out of its characters as it went in is the row when nothing else is in it: it comes out so again.
const KEPT = `
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

// What follows in the loop becomes the body of `put`.
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
  ['\nclass OutputCaches {', KEPT],
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

/** What is written into a row makes the row: the same writes give the row that was drawn for an earlier frame. */
function keepRows(text: string): string {
  const empty = cut(text, '            for (let x = 0; x < this.width; x++) {', '});\n            }\n');
  const bare = cut(empty, '            // See https://github.com/vadimdemedes/ink/pull/564', '.trimEnd();\n');
  return KEEP + SWAPS.reduce((edited, [find, put]) => swap(edited, find, put), bare);
}

const SANE = "sanitizeAnsi(text.replaceAll('\\r\\n', '\\n'))";

/** What of a text may go to the terminal depends on nothing but the text. */
function keepSanitised(text: string): string {
  return `${KEEP}const keptSane = keep(text => ${SANE});\n${swap(text, SANE, 'keptSane(text)')}`;
}

/** Ink keeps the sizes of texts where it lays them out. */
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

/** Changes to Ink 8.0.0: the first the bundle needs to run, the others make a frame three times as fast (ink-8.0.0.md). */
export const inkReplacements: readonly Replacement[] = [
  {
    file: 'ink/build/reconciler.js',
    reason:
      'Ink looks for the React devtools when DEV=true: a package that is not installed, and a top-level await, ' +
      'which a CommonJS file cannot hold. A define does not remove it: Ink imports `process` as a module.',
    edit: withoutDevtools,
  },
  {
    file: 'ink/build/output.js',
    reason:
      'Ink takes every row of the screen apart into cells and puts it together again for each frame, also the rows ' +
      'that have not changed: half of the time of a frame. Rows that were drawn are kept for the next frames. The pattern ' +
      'for what is not to be seen is made once, and not for every character.',
    edit: keepRows,
  },
  {
    file: 'ink/build/squash-text-nodes.js',
    reason: 'Ink looks through every text for control sequences for each frame. What it found is kept.',
    edit: keepSanitised,
  },
  {
    file: 'ink/build/render-node-to-output.js',
    reason:
      'Ink measures every text again for each frame, though it has kept what it measured for the layout.',
    edit: measureOnce,
  },
];
