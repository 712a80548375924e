// A list written by hand for bare Node: the limit of the runtime. N: number of rows.
const count = Number(process.env['N'] ?? 1000);
const { stdin, stdout } = process;
const rows = stdout.rows ?? 40;
const height = rows - 4;
const WORDS = ['support', 'sales', 'triage', 'billing', 'faq', 'onboarding', 'concierge', 'survey'];
const digits = (value: number): string => String(value).padStart(6, '0');

const lines = Array.from({ length: count }, (_, at) => {
  const name = `${WORDS[at % 8]}-${WORDS[(at * 5 + 3) % 8]}`;
  const id = `bot_01J${digits((at * 7919) % 1e6)}${digits(at)}XKQ`;
  const start = `row-${digits(at)}`.padEnd(12) + name.padEnd(24) + id.padEnd(24);
  return `${start}${'2025-01-01T00:00:00Z'.padEnd(22)}${at % 9 ? 'active' : 'disabled'}`;
});

let selected = 0;
let top = 0;
const at = (row: number): string => `\x1b[${row};1H`;
const draw = (row: number): string =>
  row === selected ? `\x1b[7m> ${lines[row]}\x1b[m` : `  ${lines[row] ?? ''}`;
const place = (row: number): string => at(row - top + 2);

function scrolled(by: number, before: number): string {
  const many = Math.abs(by);
  if (many >= height)
    return Array.from({ length: height }, (_, y) => `${at(y + 2)}\x1b[K${draw(top + y)}`).join('');
  const scroll = by === 0 ? '' : `\x1b[2;${height + 1}r\x1b[${many}${by > 0 ? 'S' : 'T'}\x1b[r`;
  const between = Array.from({ length: Math.max(0, by - 1) }, (_, y) => top + height - by + y);
  const old = before >= top && before < top + height ? place(before) + draw(before) : '';
  const revealed = between.map(row => place(row) + draw(row)).join('');
  return `${scroll}${revealed}${old}${place(selected)}\x1b[K${draw(selected)}`;
}

function move(by: number): void {
  const before = selected;
  selected = Math.max(0, Math.min(count - 1, selected + by));
  if (selected === before) return;
  const from = top;
  if (selected < top) top = selected;
  if (selected >= top + height) top = selected - height + 1;
  stdout.write(scrolled(top - from, before));
}

const first = Array.from({ length: Math.min(height, count) }, (_, row) => place(row) + draw(row)).join('');
const foot = `${at(rows - 2)}\x1b[2m[j/k] move  [enter] open  [/] filter  [q] quit\x1b[m`;
stdout.write(`\x1b[?1049h\x1b[?25l\x1b[H\x1b[1mbots all ${count}\x1b[m${first}${foot}`);
stdin.setRawMode(true);
stdin.on('data', data => {
  const keys = data.toString('latin1');
  const times = (key: RegExp): number => keys.match(key)?.length ?? 0;
  move(times(/\x1b[[O]B/g) - times(/\x1b[[O]A/g) + height * times(/\x1b\[6~/g));
});
