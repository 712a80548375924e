import { resourceOf } from '../../resources/registry.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { ValueLead } from '../facts/value-lead.ts';
import { deleteRefusal } from '../facts/write-protection.ts';
import { cursorTarget } from '../selection/under-cursor.ts';
import { leadUnderCursor } from '../selection/value-under-cursor.ts';
import type { State } from '../state/state.ts';
import type { Command } from './command.ts';
import { copyShown, openAddress } from './copy.ts';

/** Follows the value under the cursor: opens or deletes a record, opens an address, or copies. */
export function followLead(explorer: Explorer, lead: ValueLead): void {
  if (lead.to === 'record') explorer.open({ screen: 'record', ref: lead.ref });
  else if (lead.to === 'delete') explorer.openDelete([{ ref: lead.ref }]);
  else if (lead.to === 'address') void openAddress(explorer);
  else copyShown(explorer, lead);
}

/** Returns the hint of Enter on the line under the cursor; undefined where it opens a place, or nothing. */
export function leadWords(state: State): SafeText | undefined {
  const target = cursorTarget(state);
  if (target?.to === 'fold') return target.isOpen ? safe`fold` : safe`unfold`;
  const lead = leadUnderCursor(state);
  switch (lead?.to) {
    case 'record':
      return safe`open ${clean(lead.ref.kind)}`;
    case 'delete':
      return safe`delete ${clean(resourceOf(lead.ref.kind).title.toLowerCase())} …`;
    case 'address':
      return safe`open link`;
    case 'copy':
      return safe`copy`;
    case undefined:
      return undefined;
  }
}

export const leadsToDelete = (state: State): boolean => leadUnderCursor(state)?.to === 'delete';

/** Returns why the record that the value under the cursor names cannot be deleted. */
export const leadRefusal = (state: State): SafeText | undefined =>
  leadsToDelete(state) ? deleteRefusal(state) : undefined;

/** Opens what the line under the cursor leads to. */
export const openCommand: Command = {
  id: 'place.open',
  keys: ['enter', 'right'],
  title: safe`open`,
  group: 'Look',
  where: ['list', 'record', 'compare', 'start'],
  hint: state => ({ text: leadWords(state) ?? safe`open`, rank: 1 }),
  opensDelete: leadsToDelete,
  blocked: state =>
    cursorTarget(state) === undefined && leadUnderCursor(state) === undefined
      ? safe`Nothing to open here.`
      : leadRefusal(state),
  run: explorer => {
    const lead = leadUnderCursor(explorer.store.getState());
    if (lead === undefined) explorer.openCursor();
    else followLead(explorer, lead);
  },
};
