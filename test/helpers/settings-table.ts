import { allSettings, isSwitch, settingKey, settingVariable } from '../../src/config/options.ts';

const code = (text: string): string => `\`${text}\``;

/** The table of settings of the README, made from the settings. */
export function settingsTable(): string {
  const rows = allSettings.map(
    row =>
      `| ${code(row.flag)} | ${[settingVariable(row), ...(row.alike ?? [])].map(code).join(', ')} | ${code(settingKey(row))} | ${row.inProject ? 'yes' : ''} | ${row.help}${isSwitch(row) ? '' : `; ${row.standard} when left out`} |`,
  );
  return [
    '| flag | environment | key in a file | in a project | meaning |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
