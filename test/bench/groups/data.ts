import type { Figures, Group } from '../group.ts';
import { bare, connection, type Kit, PROGRAM, type ServerOptions } from '../kit.ts';
import { official } from '../official.ts';
import { BOTSCOPE, loadAll, officialTool } from '../programs.ts';
import { demand } from '../run-command.ts';
import { openSession } from '../session.ts';

export const HTTP = 'bare node:http loop';
export const FETCH = 'bare fetch loop';
export const BP = 'bp bots ls';

const FIRST: ServerOptions = { bots: 20, page: 20 };
const SLOW: ServerOptions = { bots: 500, page: 20, delayMs: 20 };
const MANY: ServerOptions = { bots: 2000, page: 20 };

type What = { readonly options: ServerOptions; readonly isFirst: boolean };

async function explored(kit: Kit, { options, isFirst }: What): Promise<number> {
  const env = connection(bare(await kit.server(options)));
  const session = await openSession({ argv: [process.execPath, PROGRAM], env });
  try {
    const first = await session.until(text => text.includes('row-000000'));
    if (isFirst) return first;
    await loadAll(session);
    return await session.until(text => text.includes('all loaded'));
  } finally {
    await session.close();
  }
}

async function looped(kit: Kit, peer: string, { options, isFirst }: What) {
  const argv = [process.execPath, kit.peer(peer), await kit.server(options)];
  const { firstMs, ms } = await demand({ argv });
  return isFirst ? firstMs : ms;
}

async function listed(kit: Kit, options: ServerOptions): Promise<number> {
  const { ms } = await demand(official(bare(await kit.server(options)), ['bots', 'ls', '--json']));
  return ms;
}

function timeOf(name: string, kit: Kit, what: What): Promise<number> {
  if (name === BOTSCOPE) return explored(kit, what);
  if (name === BP) return listed(kit, what.options);
  return looped(kit, name === HTTP ? 'loop-http' : 'loop-fetch', what);
}

/** From the start of the process to the first bots, and to all of them. */
export const data: Group = {
  name: 'data',
  about: 'from exec to the first bots; to all of 25 pages at 20 ms each, and of 100 pages at once',
  programs: [BOTSCOPE, HTTP, FETCH, BP],
  without: name => (name === BP && officialTool() === undefined ? 'not installed' : undefined),
  run: async (name, kit): Promise<Figures> => ({
    'first ms': await timeOf(name, kit, { options: FIRST, isFirst: true }),
    '25 slow pages ms': await timeOf(name, kit, { options: SLOW, isFirst: false }),
    '100 pages ms': await timeOf(name, kit, { options: MANY, isFirst: false }),
  }),
};
