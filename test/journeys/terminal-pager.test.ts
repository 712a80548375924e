// @module-tag program

import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';
import { atRest, journeys, take } from '../helpers/journey.ts';
import { pace } from '../helpers/pace.ts';

const { journey } = journeys();
const folder = newFolder('pager');

/** Creates a pager that stores its arguments, the text and the file mode, and waits for Enter. */
function pager(name: string, last = 'read line'): string {
  const file = join(folder, name);
  const note = `printf '%s\\n' "$@" >${folder}/arguments; for last; do :; done; cp "$last" ${folder}/text; stat -c %a "$last" >${folder}/mode`;
  writeFileSync(file, `#!/bin/sh\n${note}\necho the pager is open\n${last}\n`);
  chmodSync(file, 0o700);
  return file;
}

const noted = (name: string) => readFileSync(join(folder, name), 'utf8').trim();

const RAW = [['y', ' name: support-prod'], ['j j j']] as const;
const isBack = ({ terminal }: ExplorerRun) => terminal.waitFor(() => terminal.altScreen());

journey('pager: | shows the whole text in $PAGER with its arguments, and returns to the same place', [
  { start: { env: { PAGER: `${pager('plain.sh')} -R  --quiet` } } },
  ...RAW,
  ['<', 'integrations: { 6 keys }'],
  async run => {
    const { terminal } = run;
    const before = terminal.styled();
    await take(run, ['`|`', 'the pager is open']);
    expect(terminal.altScreen()).toBe(false);
    expect(terminal.cursorVisible()).toBe(true);
    await take(run, ['`\r`', terminal.altScreen, 'support-prod'], atRest);
    expect(terminal.styled()).toBe(before);

    const [first, second, file = ''] = noted('arguments').split('\n');
    expect([first, second, noted('mode')]).toEqual(['-R', '--quiet', '600']);
    expect(existsSync(file)).toBe(false);
    expect(noted('text')).toMatch(/^name: support-prod$/m);
    expect(noted('text')).not.toContain('{ 6 keys }');
    expect(noted('text')).toMatch(/webhookUrl: "?•+/);
  },
]);

// Until the parent has waited for it, an ended process still exists.
const LATE = '(while kill -0 $$ 2>/dev/null; do :; done; kill -INT $PPID; touch "$0.sent") &';

journey('pager: a SIGINT that arrives after it has ended does not end the explorer', [
  { start: { env: { PAGER: pager('late.sh', LATE) } } },
  ...RAW,
  ['`|`'],
  () => vi.waitFor(() => noted('late.sh.sent'), { timeout: 15_000 * pace }),
  isBack,
  ['Esc', 'support-staging'],
]);

journey('pager: a missing one is reported, and the view stays', [
  { start: { env: { PAGER: '/nowhere/pager' } } },
  ...RAW,
  ['`|`', 'could not be started', ' name: support-prod'],
]);
