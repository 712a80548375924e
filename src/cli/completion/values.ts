import { join } from 'node:path';
import { settingsWithoutToken } from '../../config/connection.ts';
import { type Config, loadConfig } from '../../config/load.ts';
import type { FlagValues } from '../../config/options.ts';
import { currentFolder } from '../../config/paths.ts';
import { isOn } from '../../config/resolve.ts';
import { readPlace } from '../../explorer/state/place-text.ts';
import { ownIdName } from '../../resources/record-ids.ts';
import { resourceOf } from '../../resources/registry.ts';
import { openBackupFolder } from '../../storage/backups.ts';
import type { StoredPlace } from '../../storage/memory.ts';
import { stateFileName, stateFolder } from '../../storage/paths.ts';
import { snapshotFolderName, snapshotPlaces } from '../../storage/snapshots.ts';
import { readStateFile } from '../../storage/state-file.ts';
import { clean, safe } from '../../text/sanitise.ts';
import { alignColumns } from '../../text/width.ts';
import { allRows, type CommandLine, createProgram } from '../arguments/arguments.ts';
import { type Completion, completionAt, type Suggestion } from './completion.ts';

/** What no shell reads as anything but a word, and no line reader as its end; and no flag. */
const PLAIN = /^[\p{L}\p{N}_./][\p{L}\p{N}_./%+,-]*$/u;
/** An offer is for looking at. */
const MAX_ABOUT = 60;

/** What is kept of the server that is meant. Its token is not obtained for that, and nothing is asked. */
function storedPlaces(config: Config): readonly StoredPlace[] {
  if (isOn(config.values, 'demo')) return [];
  const settings = settingsWithoutToken(config);
  if (settings === undefined) return [];
  const server = [clean(settings.base.origin + settings.base.prefix, 200), settings.workspaceId] as const;
  const state = stateFolder(config.tokenContext.env);
  const { bookmarks, recents } = readStateFile(state, stateFileName(...server));
  const copies = snapshotPlaces(join(state, snapshotFolderName(...server)));
  return [
    ...[...bookmarks, ...recents].filter(({ gone }) => gone === undefined),
    ...copies.map((place): StoredPlace => ({ place, name: safe``, at: 0 })),
  ];
}

/** The ids of one name among what is kept, below the ids that are given. */
function storedIds(
  kept: readonly StoredPlace[],
  { name, ids }: NonNullable<Completion['known']>,
): readonly Suggestion[] {
  return kept.flatMap(row => {
    const said = readPlace(row.place);
    if (said.kind !== 'record') return [];
    const { ref } = said;
    const value = ref.ids[name];
    if (value === undefined) return [];
    if (!Object.entries(ids).every(([each, id]) => ref.ids[each] === id)) return [];
    return [{ value, about: ownIdName(resourceOf(ref.kind)) === name ? row.name : '' }];
  });
}

function knownWorkspaces({ file, tokenContext }: Config): readonly Suggestion[] {
  const own = file.profiles.map(({ name, workspace = '' }) => ({ value: workspace, about: name }));
  const logins = tokenContext
    .logins()
    .map(({ name, workspaceId = '' }) => ({ value: workspaceId, about: name }));
  return [...own, ...logins];
}

async function knownValues(
  known: NonNullable<Completion['known']>,
  given: FlagValues,
): Promise<readonly Suggestion[]> {
  const { env } = process;
  if (known.name === 'file')
    return openBackupFolder(join(stateFolder(env), 'trash'))
      .list()
      .map(value => ({ value, about: '' }));
  const config = await loadConfig(given, { env, childEnv: {}, folder: currentFolder() });
  switch (known.name) {
    case 'profile':
      return config.file.profiles.map(({ name, url = '' }) => ({ value: name, about: url }));
    case 'place':
      return storedPlaces(config).map(({ place, name }) => ({ value: place, about: name }));
    case 'workspaceId':
      return [...knownWorkspaces(config), ...storedIds(storedPlaces(config), known)];
    default:
      return storedIds(storedPlaces(config), known);
  }
}

const startsWith = (text: string, typed: string): boolean =>
  text.toLowerCase().startsWith(typed.toLowerCase());

/** What fits to what was typed: by the word itself, else the records that are called so. Each once, with its name. */
function matchingSuggestions(
  words: readonly Suggestion[],
  known: readonly Suggestion[],
  typed: string,
): readonly Suggestion[] {
  // Flags are ours; of all else only what cannot be taken for one is offered.
  const plain = [...words, ...known.filter(({ value }) => PLAIN.test(value))];
  const byWord = plain.filter(({ value }) => value.startsWith(typed));
  const isFound = byWord.length > 0 || typed === '';
  const fits = isFound
    ? byWord
    : known.filter(({ value, about }) => PLAIN.test(value) && startsWith(about, typed));
  const named = new Map(fits.filter(({ about }) => about !== '').map(offer => [offer.value, offer]));
  return [...new Map(fits.map(offer => [offer.value, named.get(offer.value) ?? offer])).values()];
}

type ShellLine = { readonly shell: string; readonly type: string; readonly words: readonly string[] };

/** Bash hands on what was typed with its quotes, and takes words apart at an equals sign. */
function bashWords(raw: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (const [at, word] of raw.entries()) {
    const last = words.at(-1) ?? '';
    const isValue = word === '=' || raw[at - 1] === '=';
    if (isValue && last.startsWith('--')) words[words.length - 1] = last + word;
    else words.push(word);
  }
  return words.map(word => word.replace(/^['"]|['"]$/g, '').replace(/\\(.)/g, '$1'));
}

/** The second Tab of bash only looks: then, and only then, a line may hold more than the word. */
const LIST_TAB = '63';

/** The lines of the answer that a shell takes. */
function shellLines(
  { shell, type }: ShellLine,
  { lead }: Completion,
  offers: readonly Suggestion[],
): readonly string[] {
  const short = (about: string): string => clean(about, MAX_ABOUT);
  if (shell !== 'bash') return offers.map(({ value, about }) => `${lead}${value}\t${short(about)}`);
  const before = lead.startsWith('--') ? lead.slice(lead.indexOf('=') + 1) : lead;
  const values = offers.map(({ value }) => before + value);
  const isNamed = offers.length > 1 && offers.some(({ about }) => about !== '');
  if (type !== LIST_TAB || !isNamed) return values;
  return alignColumns(offers.map(({ about }, at) => [clean(values[at] ?? ''), clean(about, MAX_ABOUT)]));
}

/** In bash the common beginning of several words takes the place of what was typed: never of a name. */
function safeForShell(
  line: ShellLine,
  { typed }: Completion,
  offers: readonly Suggestion[],
): readonly Suggestion[] {
  const isByName = offers.some(({ value }) => !value.startsWith(typed));
  return line.shell === 'bash' && line.type !== LIST_TAB && isByName && offers.length > 1 ? [] : offers;
}

/** What a shell is answered when Tab is pressed. Asks no server and runs nothing; never throws. */
export async function completionText(argv: readonly string[], about: CommandLine): Promise<string> {
  const [shell = '', type = '', ...raw] = argv;
  const line: ShellLine = { shell, type, words: shell === 'bash' ? bashWords(raw) : raw };
  try {
    const none = (): void => undefined;
    const program = createProgram({ ...about, write: none, writeError: none }, none);
    const what = completionAt({ program, rows: allRows(about) }, line.words);
    if (what.isFile) return 'files\n';
    // Before anything is typed the commands are enough: places would be hundreds.
    const isBare = what.known?.name === 'place' && what.typed === '';
    const known = what.known === undefined || isBare ? [] : await knownValues(what.known, what.given);
    const offers = safeForShell(line, what, matchingSuggestions(what.offers, known, what.typed));
    return `${['words', ...shellLines(line, what, offers)].join('\n')}\n`;
  } catch {
    return 'words\n';
  }
}
