import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The package `node` downloads the binary on installation; the lockfile does not cover it. */
const SHA256: Readonly<Record<string, string>> = {
  'v24.21.0 linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
};

const thisNode = `${process.version} ${process.platform}-${process.arch}`;

export function checkKnownNode(): void {
  if (SHA256[thisNode] !== undefined) checkPinnedNode();
}

export function checkPinnedNode(binary: string = process.execPath, name: string = thisNode): void {
  const pinned = SHA256[name];
  if (pinned === undefined)
    throw new Error(
      `No SHA-256 is pinned for Node ${name}. Build with the Node of package.json (npm run build:executable). ` +
        "For another platform, check the official download against the SHASUMS256.txt of Node's release, " +
        'and add the SHA-256 of its bin/node to src/build/pinned-node.ts.',
    );
  const found = hash('sha256', readFileSync(binary));
  if (found !== pinned)
    throw new Error(`${binary} is not the pinned Node ${name}: its SHA-256 is ${found}, not ${pinned}.`);
}
