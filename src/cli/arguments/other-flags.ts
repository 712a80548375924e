/** Flags of other tools, with ours for the same purpose. */
const OTHER_FLAGS: readonly (readonly [flags: string, ours: string])[] = [
  ['--jq --template --jsonpath', '-o text --columns <names> prints values'],
  ['-q --query', '-o text --columns <names> prints values, --quiet no remarks'],
  ['--yes -y --force -f', '--confirm <name> confirms a delete'],
  ['--all -A', 'all pages are loaded; --limit <number> stops earlier'],
  ['--web', 'o in the explorer opens the page of a record'],
  ['--watch -w', 'botscope wait <bot> --for <condition> waits for one'],
  ['--verbose -v --debug', '--trace <file> writes each request into a file'],
  ['-p', '--profile <name>'],
  ['-n --namespace', '--workspace-id <id>'],
  ['-L', '--limit <number>'],
  ['-l --selector --label', '--filter tags.<name>=<value>'],
  ['--no-color', '--color never, or NO_COLOR'],
  ['--format', '-o <format>'],
  ['--token', 'BP_TOKEN holds the token'],
  ['-X --method', 'only GET is sent'],
];

export const otherFlagHint = (flag: string): string | undefined =>
  OTHER_FLAGS.find(([flags]) => flags.split(' ').includes(flag))?.[1];
