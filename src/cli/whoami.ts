import { type JsonObject, member } from '../json/json.ts';
import { link, object, text } from '../resources/field.ts';
import { defineResource, type Resource, refTo } from '../resources/resource.ts';
import { clean, safe } from '../text/sanitise.ts';
import { done, type Ending, type KindCall, type Service } from './shared/context.ts';
import { isJsonOutput } from './shared/errors.ts';
import { printRecord } from './shared/output.ts';
import { readOne } from './shared/reads.ts';

export const identityShape: Resource = defineResource({
  kind: 'login',
  title: safe`Login`,
  ids: ['id'],
  fields: {
    profile: text,
    server: link,
    workspace: object({ id: link, name: text, handle: text }),
    token: text,
    deletes: text,
  },
});

function deletePolicy({ readOnly, writes }: Service) {
  if (writes === 'dry-run') return 'simulated';
  if (readOnly) return 'read-only';
  return writes === 'locked' ? 'protected' : 'allowed';
}

/** One read shows that the token is accepted. */
export async function whoami(call: KindCall): Promise<Ending> {
  const { context, style, resource, service } = call;
  const { profile, tokenFrom, baseUrl, workspaceId } = service;
  const ref = refTo(resource, workspaceId);
  const outcome = await readOne(call, ref);
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
  await printRecord({ ...call, resource: identityShape }, record, ref);
  return done;
}
