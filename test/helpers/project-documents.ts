import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { topicNames } from '../../src/help/topics.ts';

const root = join(import.meta.dirname, '../..');

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

export const blocksIn = (markdown: string, language: string): readonly string[] =>
  [...markdown.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  );

/** A job of GitHub Actions or GitLab, as far as it runs commands. */
type Job = { readonly steps?: readonly { readonly run?: string }[]; readonly script?: readonly string[] };

/** Returns the scripts in Markdown: blocks of bash, and the commands of each job of a CI system. */
export function scriptsIn(markdown: string): readonly string[] {
  const jobs = blocksIn(markdown, 'yaml').flatMap((text): readonly Job[] => {
    const file = parse(text) as { readonly jobs?: Readonly<Record<string, Job>> };
    return Object.values(file.jobs ?? (file as Readonly<Record<string, Job>>)).map(job => job ?? {});
  });
  const commands = jobs.map(({ steps = [], script = [] }) => [
    ...steps.flatMap(({ run }) => run ?? []),
    ...script,
  ]);
  return [
    ...blocksIn(markdown, 'bash'),
    ...commands.filter(each => each.length > 0).map(each => each.join('\n')),
  ];
}
