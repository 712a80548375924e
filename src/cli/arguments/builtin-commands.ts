import type { FlagValues } from '../../config/settings.ts';
import { isTopic, type Topic, topicNames } from '../../help/topics.ts';
import { plainRow, type ShortRow, type TypedCommand } from './parse.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export type BuiltinRequest =
  | Readonly<{ mode: 'config' | 'profiles'; asJson: boolean; given: FlagValues }>
  | Readonly<{ mode: 'doctor'; asJson: boolean; given: FlagValues }>
  | Readonly<{ mode: 'login'; given: FlagValues }>
  | Readonly<{ mode: 'completion'; shell: Shell }>
  | Readonly<{ mode: 'topic'; topic: Topic }>
  | Readonly<{ mode: 'version'; asJson: boolean }>;

/** `request` returns an error of the words as text. */
type BuiltinRow = ShortRow & {
  readonly request: (typed: TypedCommand, given: FlagValues) => BuiltinRequest | string;
};

const FORMATS = ['table', 'json'];
const output = {
  flag: '-o, --output <format>',
  help: `output format: ${FORMATS.join(', ')}`,
  choices: FORMATS,
};
const asJson = ({ values }: TypedCommand) => values['output'] === 'json';

const rows: readonly BuiltinRow[] = [
  {
    name: 'login',
    help: 'log in on a terminal and save the login as a profile',
    examples: ['botscope login'],
    request: (_typed, given) => ({ mode: 'login', given }),
  },
  {
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
    request: (typed, given) =>
      typed.path.length === 1
        ? 'config needs a command: explain'
        : { mode: 'config', asJson: asJson(typed), given },
  },
  {
    name: 'profiles',
    help: 'list profiles and logins, without their tokens',
    flags: [output],
    examples: ['botscope profiles'],
    request: (typed, given) => ({ mode: 'profiles', asJson: asJson(typed), given }),
  },
  {
    name: 'doctor',
    help: 'check the terminal, settings, network and login',
    flags: [output],
    examples: ['botscope doctor', 'botscope doctor --profile prod -o json'],
    request: (typed, given) => ({ mode: 'doctor', asJson: asJson(typed), given }),
  },
  {
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
    request: ({ words: [word] }) => {
      const shell = SHELLS.find(each => each === word);
      if (shell === undefined) return `completion needs a shell: ${SHELLS.join(', ')}`;
      return { mode: 'completion', shell };
    },
  },
  {
    name: 'help',
    help: 'print help on a command or a topic',
    words: '[command or topic]',
    most: 1,
    choices: topicNames,
    examples: ['botscope help keys', 'botscope help bots ls'],
    request: ({ words: [word = ''] }) =>
      isTopic(word)
        ? { mode: 'topic', topic: word }
        : 'help on what? botscope help lists commands and topics',
  },
  {
    name: 'version',
    help: 'print the version',
    flags: [output],
    examples: ['botscope version', 'botscope version -o json'],
    request: typed => ({ mode: 'version', asJson: asJson(typed) }),
  },
];

export const builtinRows = rows.map(row => ({ ...plainRow, ...row }));
