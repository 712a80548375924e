/** Each has its text in the file of its name beside this one. */
export const topics = {
  keys: 'every key of the explorer, and what it does where',
  settings: 'flags, variables, files, profiles, own keys and commands',
  filters: 'filter, sort, mark and check the health of a list',
  deleting: 'how a delete is confirmed, sent and recorded',
  exporting: 'save records to a file, copy them, compare them',
  places: 'addresses of screens, bookmarks, pasted ids and links',
  scripting: 'commands without a screen and their output',
  'exit-codes': 'the exit codes of all commands',
  ssh: 'carry botscope to a machine that you only reach by ssh',
  accessibility: 'screen readers, colours, plain characters, small terminals',
  sandbox: 'the built-in service with sample data, for trying and testing',
  performance: 'what is fast, what is not, and how it is measured',
} as const;

export type Topic = keyof typeof topics;

export const topicNames = Object.keys(topics) as readonly Topic[];

export const isTopic = (word: string): word is Topic => Object.hasOwn(topics, word);
