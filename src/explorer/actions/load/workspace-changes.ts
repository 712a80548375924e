import { type DeleteStorage, deleteChanges } from '../../../deletion/journal.ts';
import type { JsonObject } from '../../../json/json.ts';
import { type Change, changeRows, changesOf } from '../../../resources/changes.ts';
import type { Digests } from '../../../resources/digests.ts';
import { issue } from '../../../resources/issue.ts';
import { nameOf } from '../../../resources/resource.ts';
import { clean, safe } from '../../../text/sanitise.ts';
import { epoch } from '../../../text/units.ts';
import { causesOf } from '../../facts/causes.ts';
import { idsInListKey } from '../../state/place.ts';
import type { State } from '../../state/state.ts';

const issueChanges = ({ data: { lists } }: State, names: ReadonlyMap<string, Change['name']>) =>
  Object.entries(lists).flatMap(([key, { last }]) => {
    const botId = idsInListKey(key, issue.kind)?.['botId'];
    if (botId === undefined || last === undefined) return [];
    const about = { bot: botId, name: names.get(botId) ?? clean(botId, 60), source: 'response' } as const;
    return last.value.items.flatMap(row => {
      const title = nameOf(issue, row);
      const times = [
        { what: safe`issue: ${title}`, at: epoch(`${row['createdAt']}`) },
        { what: safe`issue seen again: ${title}`, at: epoch(`${row['lastSeenAt']}`) },
      ];
      return times.flatMap(({ what, at }) =>
        at === undefined ? [] : [{ ...about, what, from: at, to: at }],
      );
    });
  });

export function workspaceChanges(
  state: State,
  digests: Digests,
  { journal, profile }: DeleteStorage,
): readonly JsonObject[] {
  const histories = digests.histories().filter(history => history.at(-1)?.isDev !== true);
  const bots = histories.flatMap(changesOf);
  const names = new Map(bots.map(({ bot = '', name }) => [bot, name]));
  const begun = causesOf(state).groups.map(group => ({
    ...group,
    botIds: new Set(group.bots.map(({ ref }) => ref.ids['botId'] ?? '')),
  }));
  const deletes = deleteChanges(journal.entries(), profile);
  return changeRows([...bots, ...issueChanges(state, names), ...deletes], begun);
}
