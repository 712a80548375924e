import { filterableFields } from '../resources/fields.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { problemKindOf, root } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import type { CommandRow, FlagRow } from './arguments/command-row.ts';
import { rulesOf } from './findings/policy.ts';
import { type FlagName, flagRows, NO_LIMIT } from './rows/flags.ts';
import { otherRows } from './rows/other-commands.ts';
import { type Verb, verbsOf } from './rows/verbs.ts';
import { idWords, nounOf } from './shared/context.ts';

const own = (resource: Resource): string => `<${ownIdName(resource)}...>`;

function wordsOf(verb: Verb, resource: Resource): string {
  const parents = idWords(resource.ids.slice(0, -1));
  if (verb.takes === 'parents') return parents;
  // `get` without an id of the root kind reads the workspace of the settings.
  const isOptional = verb.takes === 'any' || (resource.kind === root.kind && verb.name === 'get');
  return `${parents} ${isOptional ? `[${ownIdName(resource)}...]` : own(resource)}`.trim();
}

/**
 * Returns the flags of a verb. Verbs that load a list get those of the kind's second list too, verbs that
 * diagnose those of the issues of the kind.
 */
function flagNames({ flags, takes }: Verb, resource: Resource): readonly FlagName[] {
  const hasVariant = resource.variant !== undefined && takes !== 'each';
  const hasIssues = flags.includes('failOn') && problemKindOf(resource) !== undefined;
  return [
    ...flags,
    ...(hasIssues ? (['issues', 'issuesSince'] as const) : []),
    ...(hasVariant ? (['dev', 'withDev'] as const) : []),
  ];
}

/** Returns a flag of a verb. Flags with fields of records, or with rules, complete to them. */
function flagOf(name: FlagName, { name: verb }: Verb, resource: Resource): FlagRow {
  const { fields } = resource;
  if (name === 'filter') {
    const choices = Object.keys(filterableFields(resource)).map(field => `${field}:`);
    return { ...flagRows[name], choices, isList: true };
  }
  if (name === 'ignore') return { ...flagRows[name], choices: rulesOf(resource) };
  const isField = name === 'sortBy' || (name === 'columns' && (verb === 'ls' || verb === 'get'));
  return isField ? { ...flagRows[name], choices: Object.keys(fields), isList: true } : flagRows[name];
}

function verbRow(verb: Verb, resource: Resource): CommandRow {
  const words = wordsOf(verb, resource);
  // The examples of a command for a list or some ids show the list.
  const shown = words.replaceAll('...', '').replace(verb.takes === 'any' ? /\[.*/ : '', '');
  const example = `botscope ${nounOf(resource)} ${verb.name} ${shown}`.trim();
  return {
    name: verb.name,
    aliases: verb.aliases,
    help: verb.help(resource),
    words,
    most: verb.takes === 'parents' ? resource.ids.length - 1 : NO_LIMIT,
    flags: flagNames(verb, resource).map(name => flagOf(name, verb, resource)),
    examples: verb.examples(resource, example),
    below: [],
  };
}

function nounRow(resource: Resource): CommandRow {
  const below = verbsOf(resource).map(verb => verbRow(verb, resource));
  const noun = nounOf(resource);
  return {
    name: noun,
    aliases: [...new Set([resource.kind, ...resource.aliases])].filter(word => word !== noun),
    help: below.map(({ name }) => name).join(', '),
    words: '',
    most: 0,
    flags: [],
    examples: [],
    below,
  };
}

/** Returns all commands that print and end, for the kinds given. */
export function commandRows(resources: readonly Resource[]): readonly CommandRow[] {
  return [...resources.map(nounRow).filter(({ below }) => below.length > 0), ...otherRows];
}
