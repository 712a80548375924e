import { removeRows } from '../dialogs/delete/lines.ts';
import { bulkLines } from '../dialogs/delete-many/lines.ts';
import { seekLines } from '../dialogs/find-owner/lines.ts';
import { coverLines, coverTop } from '../dialogs/help/keys.ts';
import { logTop } from '../dialogs/log/keys.ts';
import { loginLines } from '../dialogs/login/lines.ts';
import { choicePanel, consentPanel, linePanel, promptPanel } from '../dialogs/panels.ts';
import { runPanel } from '../dialogs/run/lines.ts';
import { saveLines } from '../dialogs/save/lines.ts';
import { secretLines } from '../dialogs/secret/lines.ts';
import type { Logging } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';
import { layoutOf } from '../view/layout.ts';
import type { Line } from '../view/line.ts';
import { logLines } from '../view/request-log.ts';
import { tourLines } from '../view/tour.ts';
import { paintAll, surfaceRows } from './content.ts';
import type { Brush } from './paint.ts';
import type { Theme } from './theme.ts';

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

/** The view, or what covers it. */
export function mainRows(state: State, theme: Theme): readonly string[] {
  const { body, columns } = layoutOf(state);
  const brush = { theme, width: columns };
  const { overlay } = state;
  if (overlay?.is === 'remove') return paintAll(removeRows(state), brush, NO_CURSOR);
  if (overlay?.is === 'remove-many')
    return paintAll(bulkLines(state, overlay, { height: body, width: columns }), brush, NO_CURSOR);
  if (overlay?.is === 'login') return paintAll(loginLines(state, overlay, body), brush, NO_CURSOR);
  if (overlay?.is === 'log') return logRows(overlay, brush, body);
  const cover = coverLines(state);
  return cover === undefined ? surfaceRows(state, brush) : coverRows(cover, state, brush);
}

type Panel = { readonly lines: readonly Line[]; readonly cursor: number };

const still = (lines: readonly Line[]): Panel => ({ lines, cursor: NO_CURSOR });

function panelOf(state: State): Panel {
  const { overlay } = state;
  const { panel, columns } = layoutOf(state);
  switch (overlay?.is) {
    case 'line':
      return linePanel(state, overlay, panel);
    case 'choose':
      return choicePanel(state, overlay, panel);
    case 'prompt':
      return still(promptPanel(state, overlay, panel));
    case 'reveal':
      return still(secretLines(state, overlay, panel));
    case 'save':
      return still(saveLines(overlay, columns));
    case 'seek':
      return still(seekLines(state, overlay));
    case 'run':
      return still(runPanel(state, overlay));
    case 'consent':
      return still(consentPanel(state, overlay, panel));
    default:
      return still(overlay === undefined ? tourLines(state, panel) : []);
  }
}

/** What is below the view: suggestions or a question. The menu makes its own rows. */
export function panelRows(state: State, theme: Theme): readonly string[] {
  const { lines, cursor } = panelOf(state);
  return paintAll(lines, { theme, width: layoutOf(state).columns }, cursor);
}
