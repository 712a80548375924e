/** A setting: its flag, its environment variable, and what the help says of it. One row is all there is to it. */
export type Flag = {
  readonly name: keyof Given;
  readonly flag: string;
  readonly env?: string;
  readonly help: string;
};

/** What was given on the command line. */
export type Given = {
  readonly apiUrl?: string;
  readonly workspaceId?: string;
  readonly botId?: string;
  readonly demo?: boolean;
  readonly readOnly?: boolean;
  readonly dryRun?: boolean;
  readonly insecureHttp?: boolean;
  readonly ext?: boolean;
  readonly strict?: boolean;
  readonly skin?: string;
  readonly ascii?: boolean;
  readonly trace?: string;
  readonly reveal?: boolean;
};

/** There is no flag for the token: other users of a machine can read arguments. */
export const TOKEN_VARIABLE = 'BP_TOKEN';

export const flags: readonly Flag[] = [
  { name: 'apiUrl', flag: '--api-url <url>', env: 'BP_API_URL', help: 'address of the service' },
  { name: 'workspaceId', flag: '--workspace-id <id>', env: 'BP_WORKSPACE_ID', help: 'workspace to look at' },
  {
    name: 'botId',
    flag: '--bot-id <id>',
    env: 'BP_BOT_ID',
    help: 'bot meant by :issue and :conversation where none is open',
  },
  { name: 'demo', flag: '--demo', help: 'look around in made-up data, no account needed' },
  { name: 'readOnly', flag: '--read-only', help: 'send nothing but reads' },
  {
    name: 'dryRun',
    flag: '--dry-run',
    help: 'play deletes: show what would be sent, send nothing but reads',
  },
  {
    name: 'ext',
    flag: '--ext',
    help: 'also ask for lists of issues and events, outside the API description',
  },
  { name: 'strict', flag: '--strict', help: 'never ask for anything outside the API description' },
  { name: 'insecureHttp', flag: '--insecure-http', help: 'allow http:// to another machine (clear text!)' },
  {
    name: 'skin',
    flag: '--skin <name>',
    env: 'BOTSCOPE_SKIN',
    help: 'colours: terminal (standard), dark, light, auto, high-contrast, colour-blind or mono',
  },
  { name: 'ascii', flag: '--ascii', env: 'BOTSCOPE_ASCII', help: 'plain characters for marks and lines' },
  {
    name: 'reveal',
    flag: '--no-reveal',
    env: 'BOTSCOPE_NO_REVEAL',
    help: 'never show a secret, for recordings and shared screens',
  },
  {
    name: 'trace',
    flag: '--trace <file>',
    env: 'BOTSCOPE_TRACE',
    help: 'add each request to a file as JSON, without bodies and token',
  },
];
