import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topicNames } from '../../src/help/topics.ts';

const root = join(import.meta.dirname, '../..');

/** Returns the text of a file of the project. */
export const readProjectFile = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Documents for users: the README and the help topics. */
export const userDocuments = ['README.md', ...topicNames.map(name => `src/help/${name}.md`)];

/** All documents that name commands or link to each other. */
export const allDocuments = [
  ...userDocuments,
  'src/README.md',
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
  '.github/CHANGELOG.md',
];

/** Returns the commands in the code blocks and code spans of Markdown, without comments. */
export function commandsIn(markdown: string): readonly string[] {
  const blocks = [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, lines = '']) =>
    lines.split('\n'),
  );
  const spans = [...markdown.replace(/```[\s\S]*?```/g, '').matchAll(/`((?:botscope|npm|npx|node) [^`]+)`/g)];
  const all = [...blocks, ...spans.map(([, code = '']) => code)];
  return all.map(line => line.replace(/\s+# .*$/, '').trim()).filter(line => line !== '');
}
