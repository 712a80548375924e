// The same as loop-http with fetch. LINES: prints every row as a line of JSON.
const [, , base = '', isOne] = process.argv;
const headers = {
  authorization: 'Bearer tok',
  'x-workspace-id': 'ws',
  ...JSON.parse(process.env['HEADERS'] ?? '{}'),
};
const hasLines = process.env['LINES'] === '1';

type Page = {
  readonly bots: readonly { readonly name: string }[];
  readonly meta: { readonly nextToken?: string };
};

let count = 0;
for (let next: string | undefined = ''; next !== undefined; ) {
  const url = `${base}/v1/admin/bots${next === '' ? '' : `?nextToken=${encodeURIComponent(next)}`}`;
  const page = (await (await fetch(url, { headers })).json()) as Page;
  if (count === 0 && !hasLines) process.stdout.write(`first ${page.bots[0]?.name}\n`);
  if (hasLines) process.stdout.write(page.bots.map(bot => `${JSON.stringify(bot)}\n`).join(''));
  count += page.bots.length;
  next = isOne === undefined ? page.meta.nextToken : undefined;
}
if (!hasLines) process.stdout.write(`all ${count}\n`);
// Exit only when the pipe has taken all output.
process.stdout.write('', () => process.exit(0));
