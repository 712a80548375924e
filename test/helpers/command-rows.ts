import { beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/types.ts';
import {
  expectRequests,
  fillAll,
  fillText,
  isAbsence,
  type Names,
  type Requests,
  type Values,
  valuesOf,
} from './rows.ts';
import { type CommandResult, command, newState } from './run-cli.ts';

/** An expected output, see `commandsOn`. */
type Printed = string | RegExp | object;

/** A command, and what it has to end with; what is undefined is not compared. */
type CommandRow = readonly [
  line: string,
  code: number,
  out?: Printed | readonly Printed[] | undefined,
  err?: Printed | readonly Printed[] | undefined,
];

/** A command, a fault from then on, the requests since the last such row, or anything else in between. */
type Row = CommandRow | string | Requests | (() => unknown);

type ServerAccess = Parameters<typeof command>[0];
type Options = Parameters<typeof command>[2] & {
  readonly at?: ServerAccess;
};

/** Matches output that has this JSON value on each line. */
export const ndjson = (...values: readonly unknown[]) => ({ ndjson: values });

export const linesOf = (text: string): readonly string[] => text.split('\n').filter(line => line !== '');

/** Splits a line as a shell does: at blanks outside of single quotes. */
const wordsOf = (line: string): readonly string[] =>
  (line.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map(word => word.replaceAll("'", ''));

function expectText(text: string, expected: unknown, label: string): void {
  if (expected === '' || (typeof expected === 'string' && expected.endsWith('\n')))
    expect(text, label).toBe(expected);
  else if (typeof expected === 'string') expect(text, label).toContain(expected);
  else if (expected instanceof RegExp) expect(text, label).toMatch(expected);
  else if (Array.isArray(expected)) for (const each of expected) expectText(text, each, label);
  else if (isAbsence(expected)) for (const each of expected.absent) expect(text, label).not.toContain(each);
  else if (typeof expected === 'object' && expected !== null && 'ndjson' in expected)
    expect(
      linesOf(text).map(line => JSON.parse(line)),
      label,
    ).toMatchObject(expected.ndjson as object);
  else if (expected !== undefined) expect(JSON.parse(text), label).toMatchObject(expected as object);
}

const isCommand = (row: CommandRow | Requests): row is CommandRow => Array.isArray(row);

/**
 * Returns functions that run commands in this process, written as in a shell:
 * `BOTSCOPE_READ_ONLY=yes bots delete $botId --confirm $botIdEnd` or `bots get --stdin <<< $bots3`.
 * `$names` stand for values of the sandbox (`valuesOf`) or own ones, `COLUMNS=40` for a terminal of that
 * width. All commands of a test share a state folder, `$state`.
 *
 * An expected text is the whole output if it is empty or ends with a newline, else a part of it. A pattern
 * has to match, an object is the JSON value of the output or a part of it, and of a list all have to match.
 */
export function commandsOn(sandbox: Sandbox, names: () => Names = () => ({})) {
  let state = '';
  let known: Values | undefined;
  beforeEach(() => {
    state = newState();
    known = undefined;
  });
  // The examples as they are at the first use: a later delete changes what is the second bot.
  const values: Values = name => {
    known ??= valuesOf(sandbox, { state, ...names() });
    return known(name);
  };
  const fill = (text: string): string => fillText(text, values);

  async function run(line: string, { at = sandbox, ...options }: Options = {}): Promise<CommandResult> {
    const [, before = '', stdin] = /^(.*?)(?: <<< (.*))?$/s.exec(line) ?? [];
    const words = wordsOf(before).flatMap(word =>
      /^\$bots\d+$/.test(word) ? values(word.slice(1)) : [fill(word)],
    );
    const start = words.findIndex(word => !/^[A-Z_]+=/.test(word));
    const { COLUMNS, ...own } = Object.fromEntries(
      words.slice(0, start).map(word => {
        const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/s.exec(word) ?? [];
        return [name, value];
      }),
    );
    return command(at, words.slice(start), {
      ...(stdin === undefined ? {} : { stdin: fill(stdin.replaceAll("'", '')) }),
      ...(COLUMNS === undefined ? {} : { width: Number(COLUMNS) }),
      ...options,
      env: { XDG_STATE_HOME: state, ...own, ...options.env },
    });
  }

  async function expectRow([line, code, out, err]: CommandRow, options?: Options): Promise<void> {
    const result = await run(line, options);
    const label = `$ botscope ${line}\n${result.out}${result.err}`;
    expect(result.code, `${label}\nexit code`).toBe(code);
    expectText(result.out, fillAll(out, values), `${label}\nstdout`);
    expectText(result.err, fillAll(err, values), `${label}\nstderr`);
  }

  async function expectRows(...rows: readonly Row[]): Promise<void> {
    let before = sandbox.requests.length;
    for (const row of rows)
      if (typeof row === 'string') sandbox.fault(fill(row));
      else if (typeof row === 'function') await row();
      else if (isCommand(row)) await expectRow(row);
      else {
        expectRequests(sandbox.requests.slice(before), row, values);
        before = sandbox.requests.length;
      }
  }

  return {
    run,
    fill,
    expectRows,
    expectRowsAt: async (at: ServerAccess, ...rows: readonly CommandRow[]): Promise<void> => {
      for (const row of rows) await expectRow(row, { at });
    },
    state: () => state,
    commands: (name: string, rows: readonly Row[]) => test(name, () => expectRows(...rows)),
  };
}
