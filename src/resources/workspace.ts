import { safe } from '../text/sanitise.ts';
import { bot } from './bot.ts';
import { id, link, list, looseTime, prose, text } from './field.ts';
import { defineResource, readOperation } from './resource.ts';

/** Spec 2.3: the public profile of a workspace. An empty string means not set. */
export const workspace = defineResource({
  kind: 'workspace',
  title: safe`Workspace`,
  aliases: ['workspaces', 'ws'],
  ids: ['workspaceId'],
  idForm: { sure: /^(wkspace|ws)_/ },
  fields: {
    id,
    name: text,
    createdAt: looseTime,
    updatedAt: looseTime,
    about: prose,
    profilePicture: link,
    contactEmail: text,
    website: link,
    socialAccounts: list('array'),
    handle: text,
  },
  sections: [
    {
      title: safe`Workspace public profile`,
      fields: [
        'name',
        'handle',
        'about',
        'website',
        'contactEmail',
        'socialAccounts',
        'profilePicture',
        'id',
        'createdAt',
        'updatedAt',
      ],
    },
  ],
  nameField: 'name',
  read: readOperation(6, 'workspace', '/workspaces/{workspaceId}/public'),
  keepsSnapshot: true,
  children: [{ to: bot.kind, title: safe`Bots`, from: 'list' }],
});
