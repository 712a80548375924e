// Prints every bot of a server as a line of JSON, with fetch: the minimum for one process of Node.
const [, , base = ''] = process.argv;
const headers = { authorization: 'Bearer tok', 'x-workspace-id': 'ws' };

type Page = { readonly bots: readonly object[]; readonly meta: { readonly nextToken?: string } };

for (let next: string | undefined = ''; next !== undefined; ) {
  const url = `${base}/v1/admin/bots${next === '' ? '' : `?nextToken=${encodeURIComponent(next)}`}`;
  const page = (await (await fetch(url, { headers })).json()) as Page;
  process.stdout.write(page.bots.map(bot => `${JSON.stringify(bot)}\n`).join(''));
  next = page.meta.nextToken;
}
// Exit only when the pipe has taken all output.
process.stdout.write('', () => process.exit(0));
