import { logTop } from '../commands/log-commands.ts';
import { coverLines, coverTop } from '../commands/reading-keys.ts';
import { layoutOf } from '../store/layout.ts';
import type { Line } from '../store/line.ts';
import { type Logging, logLines } from '../store/log-lines.ts';
import type { State } from '../store/state.ts';
import { safe } from '../text/sanitise.ts';
import { bulkLines } from './overlays/bulk-lines.ts';
import { loginLines } from './overlays/login-lines.ts';
import { Menu } from './overlays/menu.tsx';
import { choicePanel, consentPanel, linePanel, promptPanel } from './overlays/panels.ts';
import { removeRows } from './overlays/remove-rows.ts';
import { saveLines } from './overlays/save-lines.ts';
import { secretLines } from './overlays/secret-lines.ts';
import { seekLines } from './overlays/seek-lines.ts';
import { type Brush, paintRule } from './paint.ts';
import { Row, Rows } from './parts/row.tsx';
import type { Shared } from './shared.ts';
import { paintAll, surfaceRows } from './surface-rows.ts';

const NO_CURSOR = -1;

function coverRows(lines: readonly Line[], state: State, brush: Brush): readonly string[] {
  const { overlay } = state;
  const height = layoutOf(state).body;
  const top = coverTop(lines, overlay !== undefined && 'top' in overlay ? overlay.top : 0, height);
  return paintAll(lines.slice(top, top + height), brush, NO_CURSOR);
}

function logRows(dialog: Logging, brush: Brush, height: number): readonly string[] {
  const { lines, cursor } = logLines(dialog, brush.width);
  const top = logTop(dialog, brush.width, height);
  return paintAll(lines.slice(top, top + height), brush, cursor - top);
}

/** What is below the header and above the message: the view, or what covers it, and a panel. */
export function Body({ explorer, state, theme, alone }: Shared & { readonly alone: () => boolean }) {
  const { body, panel, columns } = layoutOf(state);
  const brush = { theme, width: columns };
  const { overlay } = state;
  if (overlay?.is === 'remove')
    return <Rows texts={paintAll(removeRows(state), brush, NO_CURSOR)} height={body} />;
  if (overlay?.is === 'remove-many') {
    const lines = bulkLines(state, overlay, { height: body, width: columns });
    return <Rows texts={paintAll(lines, brush, NO_CURSOR)} height={body} />;
  }
  if (overlay?.is === 'login') {
    const lines = loginLines(state, overlay, body);
    return <Rows texts={paintAll(lines, brush, NO_CURSOR)} height={body} />;
  }
  if (overlay?.is === 'log') return <Rows texts={logRows(overlay, brush, body)} height={body} />;
  const cover = coverLines(state);
  if (cover !== undefined) return <Rows texts={coverRows(cover, state, brush)} height={body} />;
  return (
    <>
      <Rows texts={surfaceRows(state, brush)} height={body} />
      {panel > 0 && (overlay?.is === 'line' || overlay?.is === 'choose') && (
        <LinePanel {...{ explorer, state, theme }} />
      )}
      {panel > 0 && overlay?.is === 'prompt' && (
        <Rows texts={paintAll(promptPanel(state, overlay, panel), brush, NO_CURSOR)} height={panel} />
      )}
      {panel > 0 && overlay?.is === 'reveal' && (
        <Rows texts={paintAll(secretLines(state, overlay, panel), brush, NO_CURSOR)} height={panel} />
      )}
      {panel > 0 && overlay?.is === 'save' && (
        <Rows texts={paintAll(saveLines(overlay, columns), brush, NO_CURSOR)} height={panel} />
      )}
      {panel > 0 && overlay?.is === 'seek' && (
        <Rows texts={paintAll(seekLines(state, overlay), brush, NO_CURSOR)} height={panel} />
      )}
      {panel > 0 && overlay?.is === 'consent' && (
        <Rows texts={paintAll(consentPanel(state, overlay), brush, NO_CURSOR)} height={panel} />
      )}
      {panel > 0 && overlay?.is === 'menu' && (
        <>
          <Row text={paintRule(overlay.of === 'copy' ? safe`Copy` : safe`What to do`, undefined, brush)} />
          <Menu explorer={explorer} of={overlay.of ?? true} alone={alone} rows={panel - 1} />
        </>
      )}
    </>
  );
}

function LinePanel({ state, theme }: Shared) {
  const { panel, columns } = layoutOf(state);
  const { overlay } = state;
  if (overlay?.is !== 'line' && overlay?.is !== 'choose') return null;
  const { lines, cursor } =
    overlay.is === 'line' ? linePanel(state, overlay, panel) : choicePanel(state, overlay, panel);
  return <Rows texts={paintAll(lines, { theme, width: columns }, cursor)} height={panel} />;
}
