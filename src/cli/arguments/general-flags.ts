import { type Command, Option } from 'commander';
import { allSettings, flagName } from '../../config/options.ts';
import type { FlagValues } from '../../config/setting.ts';

const NAMES: ReadonlySet<string> = new Set(allSettings.map(({ name }) => name));

/**
 * Returns the general flags given before or after a command; the last one wins. `except`: flags of the
 * command that have the name of a general one.
 */
export function flagValuesOf(command: Command, except: readonly (string | undefined)[] = []): FlagValues {
  const given = Object.entries(command.opts()).filter(
    // commander gives a `--no-` flag a value even if it is absent, so the source must be checked.
    ([name]) => NAMES.has(name) && !except.includes(name) && command.getOptionValueSource(name) === 'cli',
  );
  return { ...(command.parent === null ? {} : flagValuesOf(command.parent)), ...Object.fromEntries(given) };
}

/** Accepts the general flags after a command, too, except those whose name it uses itself. */
export function addGeneralFlags(command: Command, own: readonly { readonly flag: string }[]): void {
  for (const setting of allSettings)
    if (!own.some(({ flag }) => flag.split(' ').includes(flagName(setting))))
      command.addOption(new Option(setting.flag).hideHelp());
}
