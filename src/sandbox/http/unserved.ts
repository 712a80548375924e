import { pathTemplate } from '../../api/operation.ts';
import { errorReply, type Reply } from './http.ts';
import { matchesTemplate, type Route } from './router.ts';

/**
 * Other operations of the API, by their names in the official client (service definition). Of two paths that
 * a request matches, the first one counts.
 */
const unservedOperations = `
  GET /v1/admin/account/me getAccount
  POST /v1/admin/account/me deleteAccount
  PUT /v1/admin/account/me updateAccount
  GET /v1/admin/account/pats listPersonalAccessTokens
  POST /v1/admin/account/pats createPersonalAccessToken
  DELETE /v1/admin/account/pats/{id} deletePersonalAccessToken
  GET /v1/admin/account/preferences/{key} getAccountPreference
  POST /v1/admin/account/preferences/{key} setAccountPreference
  GET /v1/admin/activities listActivities
  POST /v1/admin/bots createBot
  GET /v1/admin/bots/baks listBotApiKeys
  POST /v1/admin/bots/baks createBotApiKey
  DELETE /v1/admin/bots/baks/{id} deleteBotApiKey
  GET /v1/admin/bots/{botId}/allowlist getBotAllowlist
  PUT /v1/admin/bots/{botId}/allowlist updateBotAllowlist
  DELETE /v1/admin/bots/{botId}/integrations/{integrationId}/sandboxed-conversations unlinkSandboxedConversations
  DELETE /v1/admin/bots/{botId}/integrations/{integrationId}/shareable-id deleteIntegrationShareableId
  GET /v1/admin/bots/{botId}/integrations/{integrationId}/shareable-id getIntegrationShareableId
  POST /v1/admin/bots/{botId}/integrations/{integrationId}/shareable-id createIntegrationShareableId
  PUT /v1/admin/bots/{id} updateBot
  GET /v1/admin/bots/{id}/action-runs listActionRuns
  GET /v1/admin/bots/{id}/analytics getBotAnalytics
  GET /v1/admin/bots/{id}/bot-json getBotJson
  GET /v1/admin/bots/{id}/issues listBotIssues
  DELETE /v1/admin/bots/{id}/issues/{issueId} deleteBotIssue
  GET /v1/admin/bots/{id}/issues/{issueId}/events listBotIssueEvents
  GET /v1/admin/bots/{id}/logs getBotLogs
  POST /v1/admin/bots/{id}/publish-from-bot-json publishFromBotJson
  POST /v1/admin/bots/{id}/signing-secrets/rotate rotateBotSigningSecrets
  POST /v1/admin/bots/{id}/transfer transferBot
  GET /v1/admin/bots/{id}/versions listBotVersions
  POST /v1/admin/bots/{id}/versions createBotVersion
  POST /v1/admin/bots/{id}/versions/deploy deployBotVersion
  GET /v1/admin/bots/{id}/versions/{versionId} getBotVersion
  GET /v1/admin/bots/{id}/webchat getBotWebchat
  POST /v1/admin/helper/vrl runVrl
  GET /v1/admin/hub/integrations listPublicIntegrations
  GET /v1/admin/hub/integrations/{id} getPublicIntegrationById
  GET /v1/admin/hub/integrations/{name}/{version} getPublicIntegration
  GET /v1/admin/hub/interfaces listPublicInterfaces
  GET /v1/admin/hub/interfaces/{id} getPublicInterfaceById
  GET /v1/admin/hub/interfaces/{name}/{version} getPublicInterface
  GET /v1/admin/hub/plugins listPublicPlugins
  GET /v1/admin/hub/plugins/{id} getPublicPluginById
  GET /v1/admin/hub/plugins/{id}/code/{platform} getPublicPluginCode
  GET /v1/admin/hub/plugins/{id}/dereferenced getDereferencedPublicPluginById
  GET /v1/admin/hub/plugins/{name}/{version} getPublicPlugin
  GET /v1/admin/integrations listIntegrations
  POST /v1/admin/integrations createIntegration
  GET /v1/admin/integrations/iaks listIntegrationApiKeys
  POST /v1/admin/integrations/iaks createIntegrationApiKey
  DELETE /v1/admin/integrations/iaks/{id} deleteIntegrationApiKey
  POST /v1/admin/integrations/request-verification requestIntegrationVerification
  POST /v1/admin/integrations/validate validateIntegrationCreation
  PUT /v1/admin/integrations/{id} updateIntegration
  GET /v1/admin/integrations/{id}/logs getIntegrationLogs
  POST /v1/admin/integrations/{id}/signing-secrets/rotate rotateIntegrationSigningSecrets
  PUT /v1/admin/integrations/{id}/validate validateIntegrationUpdate
  GET /v1/admin/integrations/{name}/{version} getIntegrationByName
  GET /v1/admin/interfaces listInterfaces
  POST /v1/admin/interfaces createInterface
  DELETE /v1/admin/interfaces/{id} deleteInterface
  GET /v1/admin/interfaces/{id} getInterface
  PUT /v1/admin/interfaces/{id} updateInterface
  GET /v1/admin/interfaces/{name}/{version} getInterfaceByName
  POST /v1/admin/introspect introspect
  GET /v1/admin/plugins listPlugins
  POST /v1/admin/plugins createPlugin
  DELETE /v1/admin/plugins/{id} deletePlugin
  GET /v1/admin/plugins/{id} getPlugin
  PUT /v1/admin/plugins/{id} updatePlugin
  GET /v1/admin/plugins/{id}/code/{platform} getPluginCode
  GET /v1/admin/plugins/{id}/dereferenced getDereferencedPlugin
  GET /v1/admin/plugins/{name}/{version} getPluginByName
  PUT /v1/admin/quotas/ai-spend changeAISpendQuota
  GET /v1/admin/usages/multiple getMultipleUsages
  GET /v1/admin/usages/{id} getUsage
  GET /v1/admin/usages/{id}/activity listUsageActivity
  GET /v1/admin/usages/{id}/daily-activity listUsageActivityDaily
  GET /v1/admin/usages/{id}/history listUsageHistory
  GET /v1/admin/workspace-members listWorkspaceMembers
  POST /v1/admin/workspace-members createWorkspaceMember
  GET /v1/admin/workspace-members/me getWorkspaceMember
  DELETE /v1/admin/workspace-members/{id} deleteWorkspaceMember
  PUT /v1/admin/workspace-members/{id} updateWorkspaceMember
  GET /v1/admin/workspaces listWorkspaces
  POST /v1/admin/workspaces createWorkspace
  PUT /v1/admin/workspaces/handle-availability checkHandleAvailability
  GET /v1/admin/workspaces/preferences/{key} getWorkspacePreference
  POST /v1/admin/workspaces/preferences/{key} setWorkspacePreference
  GET /v1/admin/workspaces/public listPublicWorkspaces
  GET /v1/admin/workspaces/usages/quota-completion getAllWorkspaceQuotaCompletion
  DELETE /v1/admin/workspaces/{id} deleteWorkspace
  GET /v1/admin/workspaces/{id} getWorkspace
  PUT /v1/admin/workspaces/{id} updateWorkspace
  GET /v1/admin/workspaces/{id}/audit-records getAuditRecords
  GET /v1/admin/workspaces/{id}/billing/invoices listWorkspaceInvoices
  POST /v1/admin/workspaces/{id}/billing/invoices/charge-unpaid chargeWorkspaceUnpaidInvoices
  GET /v1/admin/workspaces/{id}/billing/upcoming-invoice getUpcomingInvoice
  POST /v1/admin/workspaces/{id}/migrate-to-v4 migrateWorkspaceToV4
  GET /v1/admin/workspaces/{id}/quota getWorkspaceQuota
  GET /v1/admin/workspaces/{id}/quotas listWorkspaceQuotas
  GET /v1/admin/workspaces/{id}/usages listWorkspaceUsages
  GET /v1/admin/workspaces/{id}/usages/by-bot breakDownWorkspaceUsageByBot
  POST /v1/chat/actions callAction
  POST /v1/chat/analytics trackAnalytics
  GET /v1/chat/conversations listConversations
  POST /v1/chat/conversations createConversation
  POST /v1/chat/conversations/get-or-create getOrCreateConversation
  GET /v1/chat/conversations/{id} getConversation
  PUT /v1/chat/conversations/{id} updateConversation
  GET /v1/chat/conversations/{id}/participants listParticipants
  POST /v1/chat/conversations/{id}/participants addParticipant
  DELETE /v1/chat/conversations/{id}/participants/{userId} removeParticipant
  GET /v1/chat/conversations/{id}/participants/{userId} getParticipant
  GET /v1/chat/events listEvents
  POST /v1/chat/events createEvent
  DELETE /v1/chat/events/scheduled/{id} cancelScheduledEvent
  GET /v1/chat/events/{id} getEvent
  POST /v1/chat/initialize-incoming-message initializeIncomingMessage
  POST /v1/chat/integrations/configure configureIntegration
  GET /v1/chat/messages listMessages
  POST /v1/chat/messages createMessage
  POST /v1/chat/messages/get-or-create getOrCreateMessage
  POST /v1/chat/messages/import-messages importMessages
  DELETE /v1/chat/messages/{id} deleteMessage
  GET /v1/chat/messages/{id} getMessage
  PUT /v1/chat/messages/{id} updateMessage
  POST /v1/chat/observations captureObservation
  GET /v1/chat/states/{type}/{id}/{name} getState
  PATCH /v1/chat/states/{type}/{id}/{name} patchState
  POST /v1/chat/states/{type}/{id}/{name} setState
  POST /v1/chat/states/{type}/{id}/{name}/expiry setStateExpiry
  POST /v1/chat/states/{type}/{id}/{name}/get-or-set getOrSetState
  GET /v1/chat/tags/{key}/values listTagValues
  GET /v1/chat/users listUsers
  POST /v1/chat/users createUser
  POST /v1/chat/users/get-or-create getOrCreateUser
  DELETE /v1/chat/users/{id} deleteUser
  GET /v1/chat/users/{id} getUser
  PUT /v1/chat/users/{id} updateUser
  GET /v1/chat/workflows listWorkflows
  POST /v1/chat/workflows createWorkflow
  POST /v1/chat/workflows/get-or-create getOrCreateWorkflow
  DELETE /v1/chat/workflows/{id} deleteWorkflow
  GET /v1/chat/workflows/{id} getWorkflow
  PUT /v1/chat/workflows/{id} updateWorkflow
  GET /v1/files listFiles
  PUT /v1/files upsertFile
  GET /v1/files/knowledge-bases listKnowledgeBases
  POST /v1/files/knowledge-bases createKnowledgeBase
  DELETE /v1/files/knowledge-bases/{id} deleteKnowledgeBase
  PUT /v1/files/knowledge-bases/{id} updateKnowledgeBase
  GET /v1/files/search searchFiles
  GET /v1/files/tags listFileTags
  GET /v1/files/tags/{tag}/values listFileTagValues
  POST /v1/files/{idOrKey}/{destinationKey} copyFile
  DELETE /v1/files/{id} deleteFile
  GET /v1/files/{id} getFile
  PUT /v1/files/{id} updateFileMetadata
  GET /v1/files/{id}/passages listFilePassages
  PUT /v1/files/{id}/passages setFilePassages
  GET /v1/tables listTables
  POST /v1/tables createTable
  POST /v1/tables/{sourceTableId}/duplicate duplicateTable
  DELETE /v1/tables/{table} deleteTable
  GET /v1/tables/{table} getTable
  POST /v1/tables/{table} getOrCreateTable
  PUT /v1/tables/{table} updateTable
  PUT /v1/tables/{table}/column renameTableColumn
  GET /v1/tables/{table}/export exportTable
  POST /v1/tables/{table}/import importTable
  GET /v1/tables/{table}/jobs getTableJobs
  GET /v1/tables/{table}/row getTableRow
  POST /v1/tables/{table}/rows createTableRows
  PUT /v1/tables/{table}/rows updateTableRows
  POST /v1/tables/{table}/rows/delete deleteTableRows
  POST /v1/tables/{table}/rows/find findTableRows
  POST /v1/tables/{table}/rows/upsert upsertTableRows
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
