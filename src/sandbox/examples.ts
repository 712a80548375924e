import type { Ids } from '../api/operation.ts';
import { bot } from '../resources/bot.ts';
import { conversation } from '../resources/conversation.ts';
import { issue } from '../resources/issue.ts';
import { OTHERS_AT } from './records-bots.ts';
import type { Version } from './records-catalogue.ts';
import type { Origin, Source } from './source.ts';

/** Ids to begin with, and those whose answers are special. */
export type Examples = {
  /** The first bot of the list; it has issues. */
  readonly botId: string;
  readonly issueId: string;
  /** A version that is there and may be deleted. */
  readonly integrationId: string;
  readonly conversationId: string;
  /** Another workspace that is there: few bots, its profile unset. */
  readonly otherWorkspaceId: string;
  /** A workspace without any bot. */
  readonly emptyWorkspaceId: string;
  /** Somebody else's bot: its delete answers 403. */
  readonly othersBotId: string;
  /** Named by bots, yet not in the workspace: 404. */
  readonly hubIntegrationId: string;
  /** In use: its delete answers 409. */
  readonly lockedIntegrationId: string;
};

/** The example ids of a sandbox; with no bots at all they look like ids but lead nowhere. */
export function examplesOf(origin: Origin, sources: Readonly<Record<string, Source>>): Examples {
  const [workspaceId = '', otherWorkspaceId = '', emptyWorkspaceId = ''] = origin.workspaceIds;
  const idAt = (kind: string, parent: Ids, index: number): string =>
    `${sources[kind]?.item(parent, index)['id'] ?? ''}`;
  const versionId = (fits: (version: Version) => boolean): string =>
    origin.catalogues[0]?.find(fits)?.id ?? '';
  const botId = idAt(bot.kind, { workspaceId }, 0);
  return {
    botId,
    issueId: idAt(issue.kind, { botId }, 0),
    integrationId: versionId(({ name, version }) => name === 'whatsapp' && version === '4.5.6'),
    conversationId: idAt(conversation.kind, { botId }, 0),
    otherWorkspaceId,
    emptyWorkspaceId,
    othersBotId: idAt(bot.kind, { workspaceId }, OTHERS_AT[0]),
    hubIntegrationId: versionId(({ role }) => role === 'hub'),
    lockedIntegrationId: versionId(({ role }) => role === 'locked'),
  };
}
