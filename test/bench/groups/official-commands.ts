import type { Figures, Group } from '../group.ts';
import { connection, type Kit, PROGRAM } from '../kit.ts';
import { official } from '../official.ts';
import { BOTSCOPE, officialTool } from '../programs.ts';
import { demand } from '../run-command.ts';

export const OFFICIAL = 'bp';

type Ids = { readonly botId: string; readonly integrationId: string };

/** Commands that both programs have, for the sandbox; the deletes come last. */
const COMMANDS: readonly {
  readonly name: string;
  readonly words: (ids: Ids) => readonly string[];
  /** Words that confirm it: to botscope the end of the id. */
  readonly isDelete?: true;
}[] = [
  { name: 'bots ls', words: () => ['bots', 'ls'] },
  { name: 'bots get', words: ({ botId }) => ['bots', 'get', botId] },
  { name: 'integrations get', words: ({ integrationId }) => ['integrations', 'get', integrationId] },
  { name: 'bots delete', words: ({ botId }) => ['bots', 'delete', botId], isDelete: true },
  {
    name: 'integrations delete',
    words: ({ integrationId }) => ['integrations', 'delete', integrationId],
    isDelete: true,
  },
];

const JSON_OUTPUT: Readonly<Record<string, readonly string[]>> = {
  [BOTSCOPE]: ['-o', 'json'],
  [OFFICIAL]: ['--json'],
};

async function run(program: string, kit: Kit): Promise<Figures> {
  const server = (await kit.sandbox()) as Awaited<ReturnType<Kit['sandbox']>> & Ids;
  const figures: [string, number][] = [];
  for (const { name, words: wordsOf, isDelete } of COMMANDS) {
    const words = [...wordsOf(server), ...(JSON_OUTPUT[program] ?? [])];
    const end = (wordsOf(server).at(-1) ?? '').slice(-8);
    const { ms } = await demand(
      program === OFFICIAL
        ? official(server, isDelete ? [...words, '-y'] : words)
        : {
            argv: [process.execPath, PROGRAM, ...words, ...(isDelete ? ['--confirm', end] : [])],
            env: connection(server),
          },
    );
    figures.push([`${name} ms`, ms]);
  }
  return Object.fromEntries(figures);
}

export const officialCommands: Group = {
  name: OFFICIAL,
  about: 'from exec to the end of every command that the official tool has too, on the sandbox',
  programs: [BOTSCOPE, OFFICIAL],
  without: name =>
    name === OFFICIAL && officialTool() === undefined ? 'not installed: BENCH_BP may name it' : undefined,
  run,
};

/** Measures of the group. */
export const officialMeasures: readonly string[] = COMMANDS.map(({ name }) => `${name} ms`);
