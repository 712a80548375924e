import type { FlagValues } from '../../config/settings.ts';
import { isTopic, type Topic, topicNames } from '../../help/topics.ts';
import { type CommandRow, plainRow, type TypedCommand } from './command-row.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export type BuiltinRequest =
  | { readonly mode: 'config' | 'profiles'; readonly asJson: boolean; readonly given: FlagValues }
  | { readonly mode: 'login'; readonly given: FlagValues }
  | { readonly mode: 'doctor'; readonly asJson: boolean; readonly given: FlagValues }
  | { readonly mode: 'completion'; readonly shell: Shell }
  | { readonly mode: 'topic'; readonly topic: Topic }
  | { readonly mode: 'version' };

const FORMATS = ['table', 'json'];
const output = {
  flag: '-o, --output <format>',
  help: `output format: ${FORMATS.join(', ')}`,
  choices: FORMATS,
};

/** The commands about botscope itself: login, settings, doctor, completion, help. */
export const builtinRows: readonly CommandRow[] = [
  {
    ...plainRow,
    name: 'login',
    help: 'log in on a terminal and save the login as a profile',
    examples: ['botscope login'],
  },
  {
    ...plainRow,
    name: 'config',
    help: 'show settings and their sources (config explain)',
    examples: [],
    below: [
      {
        ...plainRow,
        name: 'explain',
        help: 'show each setting, its value and where it comes from',
        flags: [output],
        examples: ['botscope config explain', 'botscope config explain --profile prod -o json'],
      },
    ],
  },
  {
    ...plainRow,
    name: 'profiles',
    help: 'list profiles and logins, without their tokens',
    flags: [output],
    examples: ['botscope profiles'],
  },
  {
    ...plainRow,
    name: 'doctor',
    help: 'check terminal, settings, files, network, token; exits 2 to 7 as commands do, 1 for other failures',
    flags: [output],
    examples: ['botscope doctor', 'botscope doctor --profile prod -o json'],
  },
  {
    ...plainRow,
    name: 'completion',
    help: 'print a completion script for bash, zsh or fish',
    words: '<shell>',
    most: 1,
    choices: SHELLS,
    examples: [
      'source <(botscope completion bash)      in ~/.bashrc',
      'source <(botscope completion zsh)       in ~/.zshrc, after compinit',
      'botscope completion fish | source       in ~/.config/fish/config.fish',
    ],
  },
  {
    ...plainRow,
    name: 'help',
    help: 'print help on a command or a topic',
    words: '[command or topic]',
    most: 1,
    choices: topicNames,
    examples: ['botscope help keys', 'botscope help bots ls'],
  },
  {
    ...plainRow,
    name: 'version',
    help: 'print the version',
    examples: ['botscope version'],
  },
];

export function builtinRequest(
  { path, words, values }: TypedCommand,
  given: FlagValues,
): BuiltinRequest | string {
  const asJson = values['output'] === 'json';
  const [command] = path;
  const [word = ''] = words;
  switch (command) {
    case 'config':
      if (path.length === 1) return 'config needs a command. See botscope config --help';
      return { mode: command, asJson, given };
    case 'profiles':
    case 'doctor':
      return { mode: command, asJson, given };
    case 'login':
      return { mode: command, given };
    case 'completion': {
      const shell = SHELLS.find(each => each === word);
      return shell === undefined
        ? `completion needs a shell: ${SHELLS.join(', ')}`
        : { mode: command, shell };
    }
    case 'help':
      return isTopic(word)
        ? { mode: 'topic', topic: word }
        : 'help on what? botscope help lists commands and topics';
    default:
      return { mode: 'version' };
  }
}
