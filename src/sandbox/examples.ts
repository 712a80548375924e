import type { Ids } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import { bot } from '../resources/bot.ts';
import { conversation } from '../resources/conversation.ts';
import { integration } from '../resources/integration.ts';
import { issue } from '../resources/issue.ts';
import { botRecord, botTemplate, OTHER_USERS_AT } from './fixtures/bots.ts';
import { DAY, type Origin, type Source, type Version } from './fixtures/source.ts';
import { file } from './fixtures/templates.ts';
import type { OwnRecords } from './records.ts';
import type { Examples } from './types.ts';

/** Returns the example ids of a sandbox. Without bots they have the form of ids but no record. */
export function examplesOf(origin: Origin, sources: Readonly<Record<string, Source>>): Examples {
  const [workspaceId = '', otherWorkspaceId = '', emptyWorkspaceId = ''] = origin.workspaceIds;
  const idAt = (kind: string, parent: Ids, index: number): string =>
    `${sources[kind]?.record(parent, index)['id'] ?? ''}`;
  const versionId = (fits: (version: Version) => boolean): string => origin.versions[0]?.find(fits)?.id ?? '';
  const botId = idAt(bot.kind, { workspaceId }, 0);
  return {
    botId,
    issueId: idAt(issue.kind, { botId }, 0),
    integrationId: versionId(({ key }) => key === 'whatsapp@4.5.6'),
    conversationId: idAt(conversation.kind, { botId }, 0),
    otherWorkspaceId,
    emptyWorkspaceId,
    othersBotId: idAt(bot.kind, { workspaceId }, OTHER_USERS_AT),
    hubIntegrationId: versionId(({ role }) => role === 'hub'),
    lockedIntegrationId: versionId(({ role }) => role === 'locked'),
  };
}

/** Returns the ids of the first given records; without one the example has the form of an id. */
export function firstRecords({ byKind, workspaceIds }: OwnRecords): Partial<Examples> {
  const idsOf = (kind: string): readonly Ids[] => (byKind.get(kind) ?? []).map(({ ids }) => ids);
  const [firstIssue] = idsOf(issue.kind);
  const { botId } = firstIssue ?? idsOf(bot.kind)[0] ?? {};
  const found = {
    botId,
    issueId: firstIssue?.['issueId'],
    integrationId: idsOf(integration.kind)[0]?.['integrationId'],
    conversationId: idsOf(conversation.kind)[0]?.['conversationId'],
    otherWorkspaceId: workspaceIds[1],
  };
  return Object.fromEntries(Object.entries(found).filter(([, id]) => id !== undefined));
}

/** A record as it was at a time (epoch milliseconds). */
export type EarlierVersion = {
  readonly ref: { readonly kind: string; readonly ids: Ids };
  readonly at: number;
  readonly record: JsonObject;
};

/** Returns earlier versions of records, to compare with: the first bot of the list a day ago. */
export function earlierVersions(origin: Origin, { botId }: Examples): readonly EarlierVersion[] {
  const place = { workspace: 0, index: 0 };
  const template = { ...botTemplate(origin, place), ...file.dayBefore };
  const ref = { kind: bot.kind, ids: { botId } };
  return origin.bots === 0 ? [] : [{ ref, at: origin.now - DAY, record: botRecord(origin, place, template) }];
}
