import { countedRecords } from '../../resources/resource.ts';
import { clean, safe } from '../../text/sanitise.ts';
import type { Choice } from '../state/dialogs.ts';
import { refText } from '../state/place-text.ts';
import type { Ports } from '../state/ports.ts';
import { newView } from '../state/state.ts';
import { type Usage, usageOf } from '../view/home/usage.ts';

/** Returns a choice for each used record. It opens the record, whose screen has "used by". */
function inUseChoices({ used, known, user }: Usage): readonly Choice[] {
  return used.map(({ ref, name, count, failing }) => ({
    id: refText(ref),
    kind: clean(ref.kind),
    label: name,
    detail: safe`${count} of ${countedRecords(user, known.records.length)}${failing === 0 ? safe`` : safe`, ✗ failing on ${failing}`}`,
    destination: { to: 'view', view: newView({ screen: 'record', ref }) },
  }));
}

export const NONE_IN_USE = safe`No records checked yet. :scan checks all loaded.`;

/** Opens the dialog with the integrations in use, or shows a notice if none is. */
export function chooseInUse({ store }: Pick<Ports, 'store'>): void {
  const found = usageOf(store.getState());
  if (found === undefined || found.used.length === 0)
    store.setState({
      notice: { tone: 'warn', text: NONE_IN_USE },
    });
  else store.setState({ dialog: { kind: 'choose', topic: 'in-use', rows: inUseChoices(found), choice: 0 } });
}
