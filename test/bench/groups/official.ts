import type { Figures, Group } from '../group.ts';
import { connection, PROGRAM, type Sandbox } from '../kit.ts';
import { official } from '../official.ts';
import { BOTSCOPE, officialTool } from '../programs.ts';
import { type Command, demand } from '../run-command.ts';

export const BP = 'bp';
const BOTS = 163;

/** The same commands, by their names in the table. */
function commands(name: string, sandbox: Sandbox): (words: readonly string[]) => Command {
  if (name === BP) return words => ({ ...official(sandbox, words), toFile: true });
  const env = connection(sandbox);
  return words => ({ argv: [process.execPath, PROGRAM, ...words], env, toFile: true });
}

const asJson = (name: string): readonly string[] => (name === BP ? ['--json'] : ['-o', 'json']);
const sure = (name: string, id: string): readonly string[] =>
  name === BP ? ['--confirm'] : ['--confirm', id.slice(-8)];

const idOf = (record: unknown): unknown =>
  typeof record === 'object' && record !== null && 'id' in record ? record.id : undefined;

/** Ids of all bots of a sandbox, as a query of its own has them. The official tool leaves out those in development. */
async function listed({ baseUrl, token, workspaceId }: Sandbox, query: string): Promise<readonly unknown[]> {
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId };
  const ids: unknown[] = [];
  for (let mark = ''; ; ) {
    const answer = await fetch(`${baseUrl}/v1/admin/bots?${query}${mark}`, { headers });
    const page = (await answer.json()) as { bots: readonly unknown[]; meta: { nextToken?: string } };
    ids.push(...page.bots.map(idOf));
    if (page.meta.nextToken === undefined) return ids;
    mark = `&nextToken=${encodeURIComponent(page.meta.nextToken)}`;
  }
}

/** The official tool prints the list alone, botscope beside it whether it is complete. */
function expectAll(output: string, wanted: readonly unknown[]): void {
  const printed = JSON.parse(output) as readonly unknown[] | { readonly bots: readonly unknown[] };
  const ids = new Set(('bots' in printed ? printed.bots : printed).map(idOf));
  const missing = wanted.filter(id => !ids.has(id));
  if (missing.length > 0 || ids.size !== wanted.length)
    throw new Error(`${ids.size} bots listed, ${missing.length} of ${wanted.length} missing`);
}

function expectRecord(output: string, id: string): void {
  if (idOf(JSON.parse(output)) !== id) throw new Error(`not the record ${id}: ${output.slice(0, 200)}`);
}

async function expectGone({ baseUrl, token, workspaceId }: Sandbox, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId };
  const { status } = await fetch(`${baseUrl}/v1/admin/${path}`, { headers });
  if (status !== 404) throw new Error(`${path} is still there: ${status}`);
}

/** Beside the official tool, on a sandbox with the same records; what was asked for is looked at, too. */
export const besideOfficial: Group = {
  name: 'bp',
  about: `the same commands by botscope and the official tool on a sandbox of ${BOTS} bots, each to its end`,
  programs: [BOTSCOPE, BP],
  without: () => (officialTool() === undefined ? 'bp is not installed: BENCH_BP may name it' : undefined),
  run: async (name, kit, round): Promise<Figures> => {
    const sandbox = await kit.sandbox('--bots', String(BOTS));
    try {
      const { botId, integrationId } = sandbox;
      const command = commands(name, sandbox);
      if (round === 0) await demand(command(['bots', 'ls', ...asJson(name)]));
      const list = await demand(command(['bots', 'ls', ...asJson(name)]));
      expectAll(list.output, await listed(sandbox, name === BP ? 'dev=false' : ''));
      const bot = await demand(command(['bots', 'get', botId, ...asJson(name)]));
      expectRecord(bot.output, botId);
      const integration = await demand(command(['integrations', 'get', integrationId, ...asJson(name)]));
      expectRecord(integration.output, integrationId);
      const noBot = await demand(command(['bots', 'delete', botId, ...sure(name, botId)]));
      await expectGone(sandbox, `bots/${botId}`);
      const noIntegration = await demand(
        command(['integrations', 'delete', integrationId, ...sure(name, integrationId)]),
      );
      await expectGone(sandbox, `integrations/${integrationId}`);
      return {
        'bots ls ms': list.ms,
        'bots get ms': bot.ms,
        'integrations get ms': integration.ms,
        'bots delete ms': noBot.ms,
        'integrations delete ms': noIntegration.ms,
      };
    } finally {
      sandbox.stop();
    }
  },
};
