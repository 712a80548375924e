'use strict';

// A program that is no module; on Node 20, too. It prints the names of all bots.
const { startSandbox } = require('botscope/sandbox');

async function main() {
  const { url, token, workspaceId, close } = await startSandbox({ records: { bots: [{ name: 'mine' }] } });
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId };
  const response = await fetch(`${url}/v1/admin/bots`, { headers });
  const { bots } = await response.json();
  process.stdout.write(bots.map(({ name }) => name).join());
  await close();
}
void main();
