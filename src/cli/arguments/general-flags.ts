import { type Command, Option } from 'commander';
import { allSettings, type FlagValues } from '../../config/options.ts';

const NAMES: ReadonlySet<string> = new Set(allSettings.map(({ name }) => name));

/** The general flags that were given, before a command or behind it; the one that stands last counts. */
export function flagValuesOf(command: Command): FlagValues {
  const own = Object.entries(command.opts()).filter(
    // A flag that says no has a value of its own when it is not there.
    ([name]) => NAMES.has(name) && command.getOptionValueSource(name) === 'cli',
  );
  return { ...(command.parent === null ? {} : flagValuesOf(command.parent)), ...Object.fromEntries(own) };
}

/** Lets the general flags stand behind a command, too, but for those that it has in its own words. */
export function addGeneralFlags(command: Command, own: readonly { readonly flag: string }[] = []): void {
  for (const { flag } of allSettings)
    if (!own.some(each => each.flag === flag)) command.addOption(new Option(flag).hideHelp());
}
