import { Box, render, Text, useInput } from 'ink';
import Spinner from 'ink-spinner';
import { memo, useMemo, useState } from 'react';

// The plain list one would write with Ink: a window of rows, standard options. N: how many rows; FILTER: letters filter;
// SPIN: beside a spinner, as while something is loading.
const count = Number(process.env['N'] ?? 1000);
const height = (process.stdout.rows ?? 40) - 4;
const WORDS = ['support', 'sales', 'triage', 'billing', 'faq', 'onboarding', 'concierge', 'survey'];
const digits = (value: number): string => String(value).padStart(6, '0');

const all = Array.from({ length: count }, (_, at) => {
  const name = `${WORDS[at % 8]}-${WORDS[(at * 5 + 3) % 8]}`;
  const id = `bot_01J${digits((at * 7919) % 1e6)}${digits(at)}XKQ`;
  const start = `row-${digits(at)}`.padEnd(12) + name.padEnd(24) + id.padEnd(24);
  return `${start}${'2025-01-01T00:00:00Z'.padEnd(22)}${at % 9 ? 'active' : 'disabled'}`;
});

const Row = memo(({ text, isSelected }: { readonly text: string; readonly isSelected: boolean }) => (
  <Text inverse={isSelected} wrap="truncate">
    {`${isSelected ? '> ' : '  '}${text}`}
  </Text>
));

function List() {
  const [{ selected, top }, setPlace] = useState({ selected: 0, top: 0 });
  const [word, setWord] = useState('');
  const rows = useMemo(() => (word === '' ? all : all.filter(row => row.includes(word))), [word]);
  const move = (by: number): void =>
    setPlace(place => {
      const to = Math.max(0, Math.min(rows.length - 1, place.selected + by));
      const lowest = to >= place.top + height ? to - height + 1 : place.top;
      return { selected: to, top: Math.min(to, lowest) };
    });
  useInput((text, key) => {
    if (key.downArrow) return move(1);
    if (key.upArrow) return move(-1);
    if (key.pageDown) return move(height);
    if (!process.env['FILTER'] || text === '') return;
    setWord(word + text);
    setPlace({ selected: 0, top: 0 });
  });
  return (
    <Box flexDirection="column">
      {process.env['SPIN'] ? <Spinner /> : null}
      <Text bold>{`bots all ${rows.length} ${word}`}</Text>
      <Box flexDirection="column" height={height}>
        {rows.slice(top, top + height).map((row, at) => (
          <Row key={row} text={row} isSelected={top + at === selected} />
        ))}
      </Box>
      <Text dimColor>[j/k] move [enter] open [/] filter [q] quit</Text>
    </Box>
  );
}

render(<List />);
