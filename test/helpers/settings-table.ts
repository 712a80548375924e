import { allSettings, type Setting } from '../../src/config/settings.ts';

const code = (text: string): string => `\`${text}\``;
const defaultOf = (row: Setting): string =>
  row.isSwitch || row.defaultText === 'none' ? '' : `; default: ${row.defaultText}`;

/** Returns the table of settings in the help topic, from the options. */
export function settingsTable(): string {
  const rows = allSettings.map(row => {
    const variables = [row.variable, ...(row.otherVariables ?? [])].map(code).join(', ');
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
