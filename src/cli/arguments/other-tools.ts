/** Words of other tools, with ours for the same purpose. */
const OURS: Readonly<Record<'verb' | 'command' | 'flag', Readonly<Record<string, string>>>> = {
  verb: { 'describe, view, inspect': 'get', list: 'ls', 'remove, destroy': 'delete', check: 'diagnose' },
  command: {
    'auth login': 'login',
    'auth status, status': 'whoami',
    'config view': 'config explain',
    'profiles ls, profiles list, logout, config get-contexts': 'profiles',
    demo: '--demo',
    'sandbox, mock': 'serve',
  },
  flag: {
    '--jq, --template, --jsonpath': '-o text --columns <names> prints values',
    '-q, --query': '-o text --columns <names> prints values, --quiet no remarks',
    '--yes, -y, --force, -f': '--confirm <name> confirms a delete',
    '--all, -A': 'all pages are loaded; --limit <number> stops earlier',
    '--web': 'o in the explorer opens the page of a record',
    '--watch, -w': 'botscope watch prints changes of health, wait <bot> waits for one',
    '--verbose, -v, --debug': '--trace <file> writes each request into a file',
    '-p': '--profile <name>',
    '-n, --namespace': '--workspace-id <id>',
    '-L': '--limit <number>',
    '-l, --selector, --label': '--filter tags.<name>=<value>',
    '--no-color': '--color never, or NO_COLOR',
    '--format': '-o <format>',
    '--token': 'BP_TOKEN holds the token',
    '-X, --method': 'only GET is sent',
  },
};

export const ourWord = (kind: keyof typeof OURS, theirs = ''): string | undefined =>
  Object.entries(OURS[kind]).find(([words]) => words.split(', ').includes(theirs))?.[1];
