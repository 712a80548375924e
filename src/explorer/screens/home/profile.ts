import { member } from '../../../json/json.ts';
import { redactShown } from '../../../resources/redact.ts';
import { root } from '../../../resources/registry.ts';
import { cleanLines, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, cutEnd, cutWords } from '../../../text/width.ts';
import { type Line, span } from '../../facts/line.ts';
import { recordLoad } from '../../state/records.ts';
import { currentView, type State } from '../../state/state.ts';
import { valueLine } from '../record/fields.ts';

/** Returns the first line of a text of the root record; '' if not set. */
function firstLine(state: State, name: string): SafeText {
  const { place } = currentView(state);
  const record = place.screen === 'record' ? recordLoad(state, place.ref)?.last?.value : undefined;
  const value = record === undefined ? undefined : member(redactShown(root.fields, record), name);
  return typeof value === 'string' ? (cleanLines(value)[0] ?? safe``) : safe``;
}

/** Returns the root record in two lines: name and handle, and the first line about it. */
export function profileLines(state: State, width: number): readonly Line[] {
  const [name, handle, about] = ['name', 'handle', 'about'].map(field => firstLine(state, field));
  const at = handle === undefined || handle === '' ? safe`` : safe`@${cutEnd(handle, 24)}`;
  const title = cutEnd(name ?? safe``, width - cells(at) - 6);
  const gap = repeat(safe` `, Math.max(2, width - 3 - cells(title) - cells(at) - 1));
  const text = cutWords(about ?? safe``, width - 4);
  return [
    valueLine(['name'], 'profile:name', span(safe`   ${title}`, 'strong'), span(safe`${gap}${at}`, 'label')),
    ...(text === '' ? [] : [valueLine(['about'], 'profile:about', span(safe`   ${text}`))]),
  ];
}
