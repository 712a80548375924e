import { expect, test } from 'vitest';
import { normalise } from '../../../src/cli/arguments/suggest.ts';
import { commandLine } from '../../helpers/run-cli.ts';

const { commands: rows } = commandLine;

const HELP_OF_GET =
  'botscope workspaces get --help, botscope bots get --help, botscope integrations get --help, botscope issues get --help.';
const OUR_GETS =
  'Unknown command: describe. Did you mean: botscope workspaces get, botscope bots get, ' +
  'botscope integrations get, botscope issues get';

test.each([
  ['bots get x', 'bots get x'],
  ['--demo --api-url y health -o name', '--demo --api-url y bots health -o name'],
  ['health --limit 2', 'bots health --limit 2'],
  ['diagnose x', 'bots diagnose x'],
  ['diagnose bot/x', 'bots diagnose bot/x'],
  ['--profil x bots ls', '--profil x bots ls'],
  ['help bots get', 'bots get --help'],
  ['help bots', 'bots --help'],
  ['bots help', 'bots --help'],
  ['bots help get', 'bots get --help'],
  ['--demo b help', '--demo b --help'],
  ['help help', '--help --help'],
  ['help', '--help'],
  ['help --help', '--help --help'],
  ['diagnose --help', 'bots diagnose --help'],
  ['serve now', 'serve now'],
  ['bot/x bots', 'bot/x bots'],
  ['nothing -o json', 'nothing -o json'],
  ['bot/x', 'bot/x'],
  ['bots', 'bots'],
  ['bots --read-only', 'bots --read-only'],
  ['trash ls', 'trash ls'],
  ['journal', 'journal'],
  ['', ''],
])('normalise: "%s" becomes "%s"', (typed, meant) => {
  const words = (text: string): readonly string[] => text.split(' ').filter(Boolean);

  expect(normalise(words(typed), rows)).toEqual(words(meant));
});

test.each([
  ['help get', `get needs a noun: ${HELP_OF_GET}`],
  ['get --help', `get needs a noun: ${HELP_OF_GET}`],
  [
    'delete -h',
    'delete needs a noun: botscope bots delete -h, botscope integrations delete -h, botscope conversations delete -h.',
  ],
  ['-o json bots ls', '-o goes behind the command: botscope bots ls -o'],
  ['--output=json bots ls', '--output goes behind the command: botscope bots ls --output'],
  ['--color always --demo journal', '--color goes behind the command: botscope journal --color'],
  ['-o json', '-o goes behind the command: botscope <command> -o'],
  ['bot -o json', 'bot needs a command. Did you mean: botscope bots ls -o json'],
  ['describe', OUR_GETS],
  ['describe support-prod', OUR_GETS],
  ['integratons get x', 'Unknown command: integratons. Did you mean integrations?'],
  ['diagnos x', 'Unknown command: diagnos. Did you mean diagnose?'],
  ['xyzzy ls', 'Unknown command: xyzzy.'],
])('normalise: "%s" is answered by the command, flag or noun that is meant', (typed, problem) => {
  expect(normalise(typed.split(' '), rows)).toBe(problem);
});

test.each([
  ['help nope', 'Unknown command or topic: nope.'],
  ['help describe', 'Did you mean: botscope workspaces get, botscope bots get'],
  ['help bosts', 'Unknown command or topic: bosts. Did you mean bots?'],
  ['help diagnoze', 'Unknown command or topic: diagnoze. Did you mean diagnose?'],
  ['help bots nope', 'Unknown command: bots nope. bots has: ls, get'],
  ['bots help delet', 'Did you mean: botscope bots delete'],
  ['bots logs x', 'Unknown command: bots logs. bots has: ls, get'],
  ['integrations find x', 'Unknown command: integrations find. integrations has: ls, get, delete.'],
  ['conversations ls', 'Unknown command: conversations ls. conversations has: delete.'],
  ['ls', 'botscope bots ls'],
  ['get nope x', 'botscope bots get'],
  ['delete', 'botscope bots delete'],
])('normalise: "%s" names the unknown command, and the nearest or the nouns', (typed, words) => {
  expect(normalise(typed.split(' '), rows)).toContain(words);
});

test.each([
  ['get bots', 'bots ls'],
  ['list bots -o json', 'bots ls -o json'],
  ['get bots -o json', 'bots ls -o json'],
  ['get bot x', 'bots get x'],
  ['get bot/x', 'bots get x'],
  ['get bot/x/issues/y', 'issues get bot/x/issues/y'],
  ['delete bot/x/conversations/y', 'conversations delete bot/x/conversations/y'],
  ['config view', 'config explain'],
  ['describe bot x', 'bots get x'],
  ['bots describe x', 'bots get x'],
  ['bots delet x', 'bots delete x'],
  ['rm conv a b', 'conversations delete a b'],
  ['health bots', 'bots health'],
  ['delete bot x --confirm it;', "bots delete x --confirm 'it;'"],
  ['--profile prod delete bot x', '--profile prod bots delete x'],
  ['help get bots', 'bots ls --help'],
  ['auth login', 'login'],
  ['auth status', 'whoami'],
])('normalise: "%s", as other tools have it, is answered by the right command', (typed, meant) => {
  const [problem, answer] = String(normalise(typed.split(' '), rows)).split(' Did you mean: ');

  expect(problem).toMatch(/^Unknown command: \w+ .*\.$/);
  expect(answer).toBe(`botscope ${meant}`);
});
