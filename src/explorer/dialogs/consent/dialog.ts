import { requestPath } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { withTabRestarted } from '../../actions/cursor/tabs.ts';
import { withUndocumentedAllowed } from '../../actions/undocumented.ts';
import { type Line, span, titleLine, wrappedLines } from '../../facts/line.ts';
import { currentView, type State } from '../../state/state.ts';
import { confirmDialog } from '../shared/confirm.ts';
import type { DialogOf } from '../shared/dialog.ts';

type Consent = DialogOf<'consent'>;

/** Returns the request that a yes allows: in sentences, and shorter for small screens. */
const requestTexts = (path: SafeText): readonly [full: readonly SafeText[], brief: readonly SafeText[]] => [
  [
    safe`GET ${path}`,
    safe`This read-only call is not documented and may fail.`,
    safe`Applies to this workspace until you run :extension.off.`,
  ],
  [path, safe`An undocumented read-only call.`, safe`Allowed here until :extension.off.`],
];

/** Returns the question before an undocumented request, with the request itself. */
function consentLines(state: State, { recordKind: kind, ids }: Consent, height: number): readonly Line[] {
  const { list, plural } = resourceOf(kind);
  const what = clean(plural.toLowerCase());
  const linesOf = (texts: readonly SafeText[]): readonly Line[] =>
    texts.flatMap((text, at) =>
      wrappedLines(`asked:${at}`, span(text, at === 0 ? 'plain' : 'dim'), state.screen.size.columns),
    );
  const [full, brief] = requestTexts(list === undefined ? safe`` : requestPath(list, ids));
  const all = linesOf(full);
  const lines = all.length <= height ? all : linesOf(brief);
  const hasTitle = height > lines.length;
  return [...(hasTitle ? [titleLine('consent', safe`List ${what}? (undocumented API call)`)] : []), ...lines];
}

/** Asks before an undocumented list is requested. A yes is remembered for the workspace. */
export const consentDialog = confirmDialog<Consent>({
  question: (state, dialog, { rows }) => consentLines(state, dialog, rows),
  yesText: safe`list them`,
  noText: safe`not now`,
  yes: ({ store, now, reload, change }, { recordKind: kind, ids }) => {
    const { place, tab } = currentView(store.getState());
    change(state => withUndocumentedAllowed(state, true, now()));
    // The cursor goes to the first row of the list that was asked for.
    if (place.screen === 'record' && tab !== undefined) change(state => withTabRestarted(state, tab));
    reload({ screen: 'list', kind, ids });
  },
});
