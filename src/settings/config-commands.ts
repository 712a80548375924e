import { type Command, Option } from 'commander';
import type { Given } from './flags.ts';
import { givenTo, takeGiven } from './given.ts';

/** A command about the settings as it was typed. */
export type ConfigRequest = {
  readonly mode: 'config';
  readonly what: 'explain' | 'profiles';
  readonly asJson: boolean;
  readonly given: Given;
};

function addOne(
  parent: Command,
  { name, what, help }: { name: string; what: ConfigRequest['what']; help: string },
  hear: (request: ConfigRequest) => void,
): void {
  const command = parent.command(name).copyInheritedSettings(parent).description(help);
  takeGiven(command);
  command
    .addOption(new Option('-o, --output <format>', 'how it is written').choices(['table', 'json']))
    .allowExcessArguments(false)
    .action(() => {
      const asJson = command.opts()['output'] === 'json';
      hear({ mode: 'config', what, asJson, given: givenTo(command) });
    });
}

/** Adds the commands about settings: `config explain` and `profiles`. */
export function addConfig(program: Command, hear: (request: ConfigRequest) => void): void {
  const config = program
    .command('config')
    .copyInheritedSettings(program)
    .description('settings: where each came from');
  addOne(config, { name: 'explain', what: 'explain', help: 'every setting, its value and its origin' }, hear);
  addOne(
    program,
    { name: 'profiles', what: 'profiles', help: 'profiles and logins, without their tokens' },
    hear,
  );
}
