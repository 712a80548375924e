import { type JsonObject, member } from '../json/json.ts';
import { link, object, text } from '../resources/field.ts';
import { root } from '../resources/registry.ts';
import { defineResource, ownIdName, type Resource } from '../resources/resource.ts';
import { clean, safe } from '../text/sanitise.ts';
import { type CommandCall, done, type Ending, type Service } from './shared/context.ts';
import { isJsonOutput } from './shared/errors.ts';
import { printRecord } from './shared/output.ts';
import { readOne } from './shared/reads.ts';

export const identityShape: Resource = defineResource({
  kind: 'login',
  title: safe`Login`,
  plural: safe`Logins`,
  ids: ['id'],
  fields: {
    profile: text,
    server: link,
    workspace: object({ id: link, name: text, handle: text }),
    token: text,
    deletes: text,
  },
});

function deletePolicy({ readOnly, writes }: Service): string {
  if (writes === 'dry-run') return 'simulated';
  if (readOnly) return 'read-only';
  return writes === 'locked' ? 'protected' : 'allowed';
}

/** Prints profile, server and workspace of the login in use. One read shows that its token is accepted. */
export async function whoami(call: CommandCall): Promise<Ending> {
  const { context, style } = call;
  const service = await context.connect();
  if ('kind' in service) return service;
  const { profile, tokenFrom, baseUrl, workspaceId } = service;
  const ref = { kind: root.kind, ids: { [ownIdName(root)]: workspaceId } };
  const outcome = await readOne({ ...call, resource: root, service }, ref);
  if (!outcome.ok) {
    const words = safe`${profile ?? safe`no profile`}, ${clean(baseUrl)}, workspace ${clean(workspaceId)}, token from ${tokenFrom}`;
    if (!isJsonOutput(style.output)) context.io.remark(`botscope: ${words}\n`);
    return outcome.failure;
  }
  const { value } = outcome;
  const record: JsonObject = {
    profile: profile ?? null,
    server: baseUrl,
    workspace: {
      id: workspaceId,
      name: member(value, 'name') ?? null,
      handle: member(value, 'handle') ?? null,
    },
    token: `from ${tokenFrom}`,
    deletes: deletePolicy(service),
  };
  await printRecord({ io: context.io, resource: identityShape, style }, record, ref);
  return done;
}
