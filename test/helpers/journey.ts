import { expect, onTestFinished, test } from 'vitest';
import { confirmIn, type ExplorerRun, openExplorer, sharedExplorer } from './explorer.ts';
import { keysOf } from './keys.ts';
import type { rawServer } from './raw-server.ts';
import {
  expectRequests,
  fillAll,
  fillText,
  isAbsence,
  type Requests,
  type Values,
  valuesOf,
} from './rows.ts';
import { envOf } from './run-cli.ts';
import { openTerminal, type TerminalOptions } from './terminal.ts';

type Shown = string | RegExp | ReturnType<typeof import('./rows.ts').not> | ((screen: string) => boolean);

type KeyStep = readonly [keys: string, ...shown: readonly Shown[]];

/**
 * Keys, a fault from then on, `heal` (the end of all faults), the requests since the last such step, or
 * anything else in between.
 */
type Step<Run> = KeyStep | string | Requests | ((run: Run) => unknown);

/** A program in a terminal, and the sandbox that it shows, if it shows one. */
type Run = Pick<ExplorerRun, 'terminal'> & Partial<Pick<ExplorerRun, 'sandbox' | 'heal'>>;

type Options = NonNullable<Parameters<typeof openExplorer>[0]> & {
  /** An expectation of the first screen. Default: the first bot. */
  readonly first?: Shown;
};

/** The options of a journey that differ from those of its file, before its steps. */
type Start = { readonly start: Options };
const isStart = (step: unknown): step is Start =>
  typeof step === 'object' && step !== null && 'start' in step;

function isShown(screen: string, wanted: unknown): boolean {
  if (typeof wanted === 'string') return screen.includes(wanted);
  if (typeof wanted === 'function') return wanted(screen);
  if (isAbsence(wanted)) return !wanted.absent.some(text => screen.includes(text));
  return wanted instanceof RegExp && wanted.test(screen);
}

const nameOf = (wanted: unknown): string =>
  isAbsence(wanted) ? `no ${wanted.absent.join(', no ')}` : String(wanted);

async function pressAll(terminal: Run['terminal'], line: string, values: Values): Promise<void> {
  for (const [, pasted, sent, word = ''] of line.matchAll(/"([^"]*)"|`([^`]*)`|(\S+)/g))
    if (pasted !== undefined) await terminal.paste(fillText(pasted, values));
    else if (sent !== undefined) terminal.send(fillText(sent, values));
    else if (word === 'Confirm') await confirmIn(terminal);
    else if (/^\d+x\d+$/.test(word)) terminal.resize(...(word.split('x').map(Number) as [number, number]));
    else await terminal.press(...keysOf(fillText(word, values)));
}

/**
 * Takes steps in an explorer. Keys are written as in the help (`Ctrl-D Esc ↓ Space`); other words are typed
 * letter by letter, "words in quotes" are pasted, `bytes in backticks` are sent in one write, without a wait
 * for the screen, `60x7` is a new size of the terminal, and Confirm is the Enter of a delete. A failing step
 * is named, and shows the screen.
 */
export async function take<R extends Run>(run: R, ...steps: readonly Step<R>[]): Promise<void> {
  const { terminal, sandbox } = run;
  const values: Values = sandbox === undefined ? () => [] : valuesOf(sandbox);
  const requests = () => sandbox?.requests ?? [];
  const faults: ((() => void) | undefined)[] = [];
  let before = requests().length;
  for (const [at, step] of steps.entries())
    if (step === 'heal') for (const heal of [run.heal, ...faults.splice(0)]) heal?.();
    else if (typeof step === 'string') faults.push(sandbox?.fault(fillText(step, values)));
    else if (typeof step === 'function') await step(run);
    else if (Array.isArray(step)) {
      const [line, ...shown] = step as KeyStep;
      const wanted = shown.map(each => fillAll(each, values));
      await pressAll(terminal, line, values);
      await terminal
        .waitFor(screen => wanted.every(each => isShown(screen, each)))
        .catch(({ message }: Error) => {
          const missing = wanted.filter(each => !isShown(terminal.text(), each)).map(nameOf);
          throw new Error(`step ${at + 1}, ${line}: ${missing.join(' and ')}: ${message}`);
        });
    } else {
      expectRequests(requests().slice(before), step as Requests, values);
      before = requests().length;
    }
}

export const until =
  (key: string, pattern: RegExp) =>
  async ({ terminal }: Pick<Run, 'terminal'>): Promise<void> => {
    while (!pattern.test(terminal.text())) await terminal.press(...keysOf(key));
  };

export const atRest = ({ terminal }: Run): Promise<void> => terminal.settle();

export const ends =
  (code: number) =>
  async ({ terminal }: Run): Promise<void> =>
    void expect(await terminal.exit).toMatchObject({ code });

/** Steps that delete the record under the cursor where no seconds to cancel are given. */
export const deleting = (name: string) =>
  [
    ['Ctrl-D', 'checked just now'],
    [name, `Enter DELETES ${name}`],
    ['Confirm', `Deleted bot ${name}`],
  ] as const;

export const journeyOn = <R extends Run>(
  name: string,
  [open, ...steps]: readonly [open: () => Promise<R>, ...steps: readonly Step<R>[]],
  tags: readonly 'smoke'[] = [],
) => test(name, { tags: [...tags] }, async () => take(await open(), ...steps));

/** Opens a program in a terminal, on a server if one is given, and closes it after the test. */
export async function openOn(
  server: Awaited<ReturnType<typeof rawServer>> | undefined,
  { env, ...options }: TerminalOptions = {},
) {
  const terminal = await openTerminal({ ...options, env: { ...(server && envOf(server)), ...env } });
  onTestFinished(terminal.close);
  return { terminal };
}

/**
 * Returns functions for the journeys of a file. `isShared` opens one explorer for all of them, connected anew
 * for each, but for those with a start of their own.
 */
export function journeys({ isShared = false, ...common }: Options & { readonly isShared?: boolean } = {}) {
  const openShared = sharedExplorer(common);

  async function open(options?: Options): Promise<ExplorerRun> {
    const { first = 'support-prod', ...others } = { ...common, ...options };
    const run = isShared && options === undefined ? await openShared() : await openExplorer(others);
    onTestFinished(run.close);
    await take(run, ['', first]);
    return run;
  }

  const journeyTagged =
    (...tags: readonly 'smoke'[]) =>
    (name: string, steps: readonly (Step<ExplorerRun> | Start)[]): void => {
      const keys = steps.filter((step): step is Step<ExplorerRun> => !isStart(step));
      journeyOn(name, [() => open(steps.find(isStart)?.start), ...keys], tags);
    };

  return {
    open,
    journey: journeyTagged(),
    /** A journey that `npm test` takes, too. */
    smoke: journeyTagged('smoke'),
  };
}
