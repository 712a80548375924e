import { bot } from '../resources/bot.ts';
import { conversation } from '../resources/conversation.ts';
import { event } from '../resources/event.ts';
import { integration } from '../resources/integration.ts';
import { issue } from '../resources/issue.ts';
import { workspace } from '../resources/workspace.ts';
import { botSource, type IsGone } from './records-bots.ts';
import { catalogue } from './records-catalogue.ts';
import { conversationSource } from './records-conversations.ts';
import { eventSource } from './records-events.ts';
import { integrationSource } from './records-integrations.ts';
import { issueSource } from './records-issues.ts';
import { workspaceIds, workspaceSource } from './records-workspaces.ts';
import type { Origin, Source } from './source.ts';

type Settings = {
  readonly seed: number;
  readonly now: number;
  readonly bots: number;
  readonly workspaceId: string | undefined;
};

/** What all records of one sandbox depend on. */
export function createOrigin({ workspaceId, ...settings }: Settings): Origin {
  const ids = workspaceIds(settings.seed, workspaceId);
  return {
    ...settings,
    workspaceIds: ids,
    catalogues: ids.map((_, place) => catalogue(settings.seed, place)),
  };
}

/** Where the records of each kind come from. */
export function createSources(origin: Origin, isGone: IsGone): Readonly<Record<string, Source>> {
  const issues = issueSource(origin);
  return {
    [workspace.kind]: workspaceSource(origin),
    [bot.kind]: botSource(origin, isGone),
    [integration.kind]: integrationSource(origin),
    [issue.kind]: issues,
    [event.kind]: eventSource(origin, issues),
    [conversation.kind]: conversationSource(origin),
  };
}
