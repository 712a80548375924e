import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { changeSettings } from '../../config/profiles.ts';
import { SKIN_NAMES } from '../../config/settings.ts';
import { topicNames, topics } from '../../help/topics.ts';
import { topic } from '../../resources/local-kinds.ts';
import { refTo } from '../../resources/resource.ts';
import { makeFolder, writeAtomic } from '../../storage/files.ts';
import { clean, errorText, type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { withHeaderToggled } from '../actions/screen.ts';
import { currentFailureLines } from '../screens/content.ts';
import { HELP, newScopeDialog } from '../state/dialogs.ts';
import { keyIn } from '../state/key-names.ts';
import type { LoginOption } from '../state/login.ts';
import { requestsPlace } from '../state/place.ts';
import type { State } from '../state/state.ts';
import { withChange } from '../state/store.ts';
import { editorOf } from '../state/text-field.ts';
import { alike, type CommandDescription, EVERYWHERE, type PaletteRow, PLACES, row } from './command.ts';

const NEW_SETTINGS = '# "botscope help settings" lists every setting with its default.\n';

async function editSettings({ store, terminalHost, notify, reloadSettings }: Explorer): Promise<void> {
  const { settingsEditor } = store.getState().user;
  const path = settingsEditor.at(-1) ?? '';
  try {
    makeFolder(dirname(path));
    if (!existsSync(path)) writeAtomic(path, NEW_SETTINGS);
  } catch {
    return notify('warn', safe`The settings file cannot be created.`);
  }
  const problem = await terminalHost.run(settingsEditor, false);
  if (problem === undefined) await reloadSettings();
  else notify('warn', problem);
}

async function keepSkin({ store, notify }: Explorer): Promise<void> {
  const { user, screen } = store.getState();
  try {
    await changeSettings(user.settingsEditor.at(-1) ?? '', document => document.set('skin', screen.skin));
    notify('good', safe`The settings file has "skin: ${clean(screen.skin)}" now.`);
  } catch (error) {
    notify('warn', safe`Not saved: ${errorText(error)}`);
  }
}

const noSettingsFile = ({ user }: State): SafeText | undefined =>
  user.settingsEditor.length === 0 ? safe`No settings file here.` : undefined;

export const PROFILE = 'profile';

const mouseSwitch = (to: 'on' | 'off', title: SafeText): CommandDescription => ({
  id: `mouse.${to}`,
  title,
  word: `mouse ${to}`,
  blocked: ({ screen }) =>
    screen.isMouseOn === (to === 'on') ? safe`The mouse is already ${clean(to)}.` : undefined,
  run: ({ toggleMouse }) => toggleMouse(),
});

const LOGINS: { readonly [K in LoginOption['kind']]: SafeText } = {
  profile: safe`profile`,
  login: safe`bp login`,
  environment: safe`environment`,
  typed: safe`new`,
};

function loginRows({ user: { logins }, session: { server } }: State): readonly PaletteRow[] {
  const loginRow = (words: string, name: SafeText, isCurrent: boolean) =>
    ({ words, label: safe`${isCurrent ? safe`● ` : safe`  `}${name}`, kind: 'login' }) as const;
  const options = logins.options.map(({ id, kind, label, name = label, detail, guard }) =>
    row({
      ...loginRow(id, name, id === logins.current),
      title: safe`${LOGINS[kind]}  ${guard && safe`${clean(guard)}  `}${detail}`,
      action: { to: 'login', id },
    }),
  );
  const demo = loginRow('demo', safe`demo`, server?.demo === true);
  return [...options, row({ ...demo, title: safe`demo data, no account needed`, action: { to: 'demo' } })];
}

export const screenCommands: readonly CommandDescription[] = alike({ group: 'App', where: EVERYWHERE }, [
  {
    id: 'request.log',
    keys: ['L'],
    title: safe`request log`,
    where: PLACES,
    hint: { text: safe`requests`, rank: 9 },
    run: ({ open }) => open(requestsPlace),
  },
  {
    id: 'failure.show',
    keys: ['!'],
    title: safe`last error: details and fixes`,
    group: 'Look',
    where: PLACES,
    word: 'failure',
    blocked: state => (currentFailureLines(state) === undefined ? safe`No error here.` : undefined),
    change: state => ({ ...state, dialog: { kind: 'failure', top: 0 } }),
  },
  {
    id: 'header.toggle',
    keys: ['ctrl+e'],
    title: safe`toggle header`,
    change: withHeaderToggled,
  },
  {
    id: 'screen.redraw',
    keys: ['ctrl+l'],
    title: safe`redraw`,
    run: ({ terminalHost }) => terminalHost.redraw(),
  },
  {
    id: 'mouse.toggle',
    title: safe`mouse on/off (off: the terminal selects text)`,
    word: 'mouse',
    run: ({ toggleMouse }) => toggleMouse(),
  },
  mouseSwitch('on', safe`mouse on for clicks and the wheel`),
  mouseSwitch('off', safe`mouse off: the terminal selects text`),
  {
    id: 'settings.edit',
    word: 'settings',
    also: 'config',
    title: safe`edit the settings file in $EDITOR`,
    blocked: noSettingsFile,
    run: explorer => void editSettings(explorer),
  },
  ...SKIN_NAMES.map(
    (name): CommandDescription => ({
      id: `skin.${name}`,
      word: `skin ${name}`,
      also: name === 'terminal' ? 'theme dark' : 'theme',
      title: safe`colours: ${clean(name)}`,
      change: state =>
        withChange(state, {
          screen: { skin: name },
          notice: {
            tone: 'good',
            text: safe`For this session. :skin keep writes it to the settings file.`,
          },
        }),
    }),
  ),
  {
    id: 'skin.keep',
    word: 'skin keep',
    also: 'theme',
    title: safe`colours: keep the present ones in the settings file`,
    blocked: noSettingsFile,
    run: explorer => void keepSkin(explorer),
  },
  ...topicNames.map(
    (name): CommandDescription => ({
      id: `help.${name}`,
      word: `help ${name}`,
      title: clean(topics[name]),
      run: ({ open }) => open({ screen: 'record', ref: refTo(topic, name) }),
    }),
  ),
  {
    id: 'profile.switch',
    word: PROFILE,
    keys: ['ctrl+p'],
    title: safe`switch profile`,
    hint: { text: safe`profile`, rank: 10 },
    choice: { title: safe`Switch profile`, rows: loginRows },
    run: ({ chooseLogin }) => chooseLogin(),
  },
]);

function backOrQuit({ store, goBack, cancelQuit, quitOrConfirm }: Explorer): void {
  if (goBack()) cancelQuit();
  else quitOrConfirm('quit', keyIn(store.getState(), 'app.quit'));
}

export const appCommands: readonly CommandDescription[] = [
  {
    id: 'app.line',
    keys: [':'],
    title: safe`go to a place or command`,
    group: 'App',
    hint: { text: safe`go to`, rank: 4 },
    run: ({ openDialog }) => openDialog({ kind: 'palette', editor: editorOf(''), choice: 0 }),
  },
  {
    id: HELP,
    keys: ['?'],
    title: safe`this help`,
    group: 'App',
    where: EVERYWHERE,
    hint: { text: safe`help`, rank: 2 },
    run: ({ openDialog }) => openDialog(newScopeDialog(HELP)),
  },
  {
    id: 'app.quit',
    keys: ['q'],
    title: safe`go back, or quit at the top`,
    group: 'App',
    where: EVERYWHERE,
    hint: { text: safe`quit`, rank: 13 },
    run: backOrQuit,
  },
];
