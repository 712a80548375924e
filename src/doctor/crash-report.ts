import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { faultLines } from './fault.ts';
import { terminalChecks } from './terminal-checks.ts';

/** What is known when the program stops for a fault. */
export type Crash = {
  readonly error: unknown;
  readonly at: Date;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly size: { readonly columns: number; readonly rows: number } | undefined;
  /** Ids of the last commands, the oldest first. */
  readonly actions: readonly string[];
  /** What kind of place was shown, and what covered it: `record of bot, log`. */
  readonly shown: SafeText | undefined;
  readonly program: string;
  readonly home: string;
};

const ID = /^[a-z][a-z.-]{1,59}$/;

/** The report: no token, nothing of a record but its kind, no name, no id, no folder of the person. */
export function crashText(crash: Crash): string {
  const { error, at, version, env, size, actions, shown, program, home } = crash;
  const row = (name: string, value: SafeText): SafeText => safe`${clean(name.padEnd(14))}${value}`;
  // The terminal is not asked for anything any more.
  const checks = terminalChecks({ env, size, holdsFrames: undefined }).filter(
    ({ name }) => name !== 'whole frames',
  );
  const done = actions.filter(id => ID.test(id)).map(id => safe`  ${clean(id)}`);
  const lines = [
    safe`botscope stopped because of a fault of its own.`,
    safe`This report holds no token, no record, no name and no id. Nothing was sent anywhere.`,
    safe``,
    row('botscope', clean(version)),
    row('Node', clean(process.versions.node)),
    row('platform', safe`${clean(process.platform)} ${clean(process.arch)}`),
    row('time', clean(at.toISOString())),
    ...checks.map(({ name, found }) => row(name, found)),
    ...(shown === undefined ? [] : [row('shown', shown)]),
    safe``,
    safe`last commands`,
    ...(done.length === 0 ? [safe`  (none)`] : done),
    safe``,
    ...faultLines(error, { program, home }),
  ];
  return `${lines.join('\n')}\n`;
}
