import type { CommandRow, FlagRow } from './command-row.ts';
import { HELP_FLAG } from './parse.ts';

const WIDTH = 80;

/** Breaks a text of ours, which has no wide characters: so the help need not load their table. */
const wrap = (text: string, width: number): readonly string[] =>
  text.match(new RegExp(`\\S.{0,${width - 1}}(?= |$)`, 'g')) ?? [];

type Item = readonly [term: string, help: string];

function section(title: string, items: readonly Item[], termWidth: number): readonly string[] {
  if (items.length === 0) return [];
  const indent = ' '.repeat(termWidth + 4);
  const lines = items.map(([term, help]) => {
    const about = wrap(help, WIDTH - indent.length).join(`\n${indent}`);
    return `  ${term.padEnd(termWidth)}  ${about}`;
  });
  return [title, ...lines, ''];
}

function usageOf({ words, below }: CommandRow): string {
  if (below.length === 0) return `[options] ${words}`.trim();
  return words === '' ? '<command> [options]' : `[options] [command] ${words}`;
}

const wordLines = (flag: FlagRow): string =>
  flag.words === undefined
    ? ''
    : `\nWords of ${flag.flag.split(' ')[0]}:${flag.words.map(([word, help]) => `\n  ${word.padEnd(20)}${help}`).join('')}\n`;

/** Returns what follows the lists of a help. A noun shows the first example of each of its commands. */
function helpEnd(row: CommandRow): string {
  const { examples, below, flags } = row;
  const shown = examples.length > 0 ? examples : below.flatMap(each => each.examples.slice(0, 1));
  const list = shown.map(example => `\n  ${example}`).join('');
  const notes = row.notes ?? (below.length > 0 ? '' : '\nGlobal flags and exit codes: botscope --help');
  return `${flags.map(wordLines).join('')}\nExamples:${list}\n${notes}\n`;
}

export function helpText(path: readonly CommandRow[]): string {
  const row = path.at(-1);
  if (row === undefined) return '';
  const { name, aliases, wordHelp = [] } = row;
  const flags = [...row.flags, HELP_FLAG].map(({ flag, help }): Item => [flag, help]);
  const commands = row.below.map((each): Item => [[each.name, ...each.aliases].join(', '), each.help]);
  const width = Math.max(...[...wordHelp, ...flags, ...commands].map(([term]) => term.length));
  const names = [...path.slice(0, -1).map(each => each.name), [name, ...aliases.slice(0, 1)].join('|')];
  const lines = [
    `Usage: ${names.join(' ')} ${usageOf(row)}`,
    '',
    ...wrap(row.help, WIDTH),
    '',
    ...section('Arguments:', wordHelp, width),
    ...section('Options:', flags, width),
    ...section('Commands:', commands, width),
  ];
  return lines.join('\n') + helpEnd(row);
}
