import { operation } from '../api/operation.ts';
import { safe } from '../text/sanitise.ts';
import { id } from './field.ts';
import { defineResource } from './resource.ts';

/** Spec 2.5 shows no field but the id. The response to a delete is not parsed (spec 4, rule 4). */
export const conversation = defineResource({
  kind: 'conversation',
  title: safe`Conversation`,
  aliases: ['conversations', 'conv'],
  ids: ['botId', 'conversationId'],
  idForm: { sure: /^conv_/ },
  fields: { id },
  onTab: { from: 'typed', tab: safe`Issues` },
  actions: [
    {
      verb: 'delete',
      operation: operation({
        row: 8,
        id: 'conversation.delete',
        method: 'DELETE',
        area: 'chat',
        path: '/conversations/{conversationId}',
        response: { shape: 'deleted' },
      }),
      consequence: safe`the conversation and all its messages. Cannot be undone.`,
      idEnd: 6,
      notes: [],
    },
  ],
});
