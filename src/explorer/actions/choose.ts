import { countedRecords } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { type Usage, usageOf } from '../facts/usage.ts';
import type { Choice } from '../state/dialogs.ts';
import { keyName } from '../state/key-names.ts';
import { refText } from '../state/place-text.ts';
import type { Ports } from '../state/ports.ts';
import { newView, type State } from '../state/state.ts';

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

/** Returns why there is nothing to choose from, and the key that helps. */
const noneInUse = ({ user }: State): SafeText =>
  safe`No records checked yet. ${keyName(user.keymap, 'list.scan-all')} in a list checks all of its rows.`;

/** Opens the dialog with the integrations in use, or shows a notice if none is. */
export function chooseInUse({ store }: Pick<Ports, 'store'>): void {
  const state = store.getState();
  const found = usageOf(state);
  if (found === undefined || found.used.length === 0)
    store.setState({ notice: { tone: 'warn', text: noneInUse(state) } });
  else store.setState({ dialog: { kind: 'choose', topic: 'in-use', rows: inUseChoices(found), choice: 0 } });
}
