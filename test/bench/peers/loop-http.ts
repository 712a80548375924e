// Loads every page, one after the other, over one connection and without a screen: the minimum for one
// process of Node. Arguments: the base URL, and whether the first page is enough. Not an import: that would
// load Node's other client too.
const http = process.getBuiltinModule('node:http');
const [, , base = '', isOne] = process.argv;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const headers = { authorization: 'Bearer tok', 'x-workspace-id': 'ws' };

type Page = {
  readonly bots: readonly { readonly name: string }[];
  readonly meta: { readonly nextToken?: string };
};

const get = (path: string): Promise<Page> =>
  new Promise((resolve, reject) => {
    http
      .get(base + path, { agent, headers }, response => {
        const parts: Buffer[] = [];
        response.on('data', part => parts.push(part));
        response.on('end', () => resolve(JSON.parse(String(Buffer.concat(parts)))));
      })
      .on('error', reject);
  });

let count = 0;
for (let next: string | undefined = ''; next !== undefined; ) {
  const page: Page = await get(`/v1/admin/bots${next === '' ? '' : `?nextToken=${next}`}`);
  if (count === 0) process.stdout.write(`first ${page.bots[0]?.name}\n`);
  count += page.bots.length;
  next = isOne === undefined ? page.meta.nextToken : undefined;
}
process.stdout.write(`all ${count}\n`);
process.exit(0);
