import { pathTemplate } from '../api/operation.ts';
import { errorReply, type Reply } from './http.ts';
import { matchesTemplate, type Route } from './router.ts';

/** Other operations of the API, by their names in the official client (service definition). */
export const unservedOperations = `
  POST /v1/admin/bots createBot
  PUT /v1/admin/bots/{id} updateBot
  GET /v1/admin/bots/baks listBotApiKeys
  GET /v1/admin/bots/{id}/logs getBotLogs
  GET /v1/admin/bots/{id}/analytics getBotAnalytics
  GET /v1/admin/bots/{id}/webchat getBotWebchat
  GET /v1/admin/bots/{id}/versions listBotVersions
  GET /v1/admin/bots/{id}/issues listBotIssues
  GET /v1/admin/bots/{id}/issues/{issueId}/events listBotIssueEvents
  DELETE /v1/admin/bots/{id}/issues/{issueId} deleteBotIssue
  GET /v1/admin/integrations listIntegrations
  POST /v1/admin/integrations createIntegration
  PUT /v1/admin/integrations/{id} updateIntegration
  GET /v1/admin/integrations/{id}/logs getIntegrationLogs
  GET /v1/admin/integrations/{name}/{version} getIntegrationByName
  GET /v1/admin/hub/integrations listPublicIntegrations
  GET /v1/admin/hub/integrations/{id} getPublicIntegrationById
  GET /v1/admin/workspaces listWorkspaces
  POST /v1/admin/workspaces createWorkspace
  GET /v1/admin/workspaces/public listPublicWorkspaces
  GET /v1/admin/workspaces/{id} getWorkspace
  PUT /v1/admin/workspaces/{id} updateWorkspace
  DELETE /v1/admin/workspaces/{id} deleteWorkspace
  GET /v1/admin/account/me getAccount
  GET /v1/chat/conversations listConversations
  POST /v1/chat/conversations createConversation
  GET /v1/chat/conversations/{id} getConversation
  PUT /v1/chat/conversations/{id} updateConversation
  GET /v1/chat/messages listMessages
  POST /v1/chat/messages createMessage
  GET /v1/chat/users listUsers
  GET /v1/chat/events listEvents
`
  .trim()
  .split('\n')
  .map(line => line.trim().split(' ') as [method: string, path: string, name: string]);

/** True if a path is that of another operation, although a record of the route could have it. */
export const isUnserved = (method: string, path: string, { operation }: Route): boolean =>
  pathTemplate(operation) !== path &&
  unservedOperations.some(([each, template]) => each === method && template === path);

/** Returns the 501 of a request for which there is no operation: never a 404, as for a missing record. */
export function unserved(method: string, path: string): Reply {
  const found = unservedOperations.find(
    ([each, template]) => each === method && matchesTemplate(template, path),
  );
  const sent = `${method} ${path.slice(0, 200)}`;
  const what = found === undefined ? sent : `${found[2]} (${sent})`;
  return errorReply(
    501,
    `The sandbox does not serve ${what}. It lists its operations in: botscope help sandbox`,
  );
}
