// Loads the first page of bots and prints the name of the first: the minimum for one process of Node. Not an
// import: that would load Node's other client too.
const http = process.getBuiltinModule('node:http');
const [, , base = ''] = process.argv;
const headers = { authorization: 'Bearer tok', 'x-workspace-id': 'ws' };

http.get(`${base}/v1/admin/bots`, { headers }, response => {
  const parts: Buffer[] = [];
  response.on('data', part => parts.push(part));
  response.on('end', () => {
    const { bots } = JSON.parse(String(Buffer.concat(parts)));
    process.stdout.write(`first ${bots[0]?.name}\n`, () => process.exit(0));
  });
});
