import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import type { Group } from '../group.ts';
import type { Kit } from '../kit.ts';
import { BOTSCOPE } from '../programs.ts';

type Packed = { readonly size: number };

async function firstResponseMs(kit: Kit): Promise<number> {
  const startedAt = performance.now();
  const { baseUrl } = await kit.sandbox();
  const [response] = await once(get(`${baseUrl}/v1/admin/bots`), 'response');
  const ms = performance.now() - startedAt;
  response.resume();
  return ms;
}

export const packed: Group = {
  name: 'package',
  about: 'what an installation downloads and unpacks, everything it needs included; the start of the sandbox',
  programs: [BOTSCOPE],
  run: async (_name, kit) => {
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    const [all] = Object.values(JSON.parse(output) as Readonly<Record<string, Packed>>);
    if (all === undefined) throw new Error('nothing was packed');
    return {
      'files to download': 1,
      'download MB': all.size / 1e6,
      'sandbox ms': await firstResponseMs(kit),
    };
  },
};
