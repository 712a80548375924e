import { allSettings, isSwitch, settingVariable } from '../../src/config/options.ts';
import type { Setting } from '../../src/config/setting.ts';

const code = (text: string): string => `\`${text}\``;
const defaultOf = (row: Setting): string =>
  isSwitch(row) || row.defaultText === 'none' ? '' : `; default: ${row.defaultText}`;

/** Returns the table of settings in the help topic, from the options. */
export function settingsTable(): string {
  const rows = allSettings.map(row => {
    const variables = [settingVariable(row), ...(row.otherVariables ?? [])].map(code).join(', ');
    const cells = [
      code(row.flag),
      row.help + defaultOf(row),
      variables,
      row.isAllowedInProject ? 'yes' : 'ignored',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| flag | meaning | variable | in a project file |', '|---|---|---|---|', ...rows].join('\n');
}
