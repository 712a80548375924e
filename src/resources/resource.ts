import { type Ids, type Operation, operation, pathTemplate } from '../api/operation.ts';
import { badId, fillPath } from '../api/url.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { counted } from '../text/units.ts';
import type { Diagnosis, Finding, Remark } from './diagnosis.ts';
import { type Clock, type Field, type Fields, shortTime, type Tone } from './field.ts';

export type Ref = { readonly kind: string; readonly ids: Ids };

/** A column of a list. Narrow screens drop the highest rank first; rank 1 stays. */
export type Column = {
  readonly title: SafeText;
  /** Path of the value in the record, names separated by dots. */
  readonly field: string;
  /** Formats the value in this column instead of the field itself. */
  readonly as?: Field;
  /** Width in cells; the first column takes the rest. */
  readonly width: number;
  readonly wide?: number;
  /** Cells while times are exact. */
  readonly exact?: number;
  readonly rank: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  readonly align?: 'left' | 'right';
  /** True for sentences: cut after a word, while names and ids are cut in the middle. */
  readonly isProse?: true;
  /** True if the tone has a mark, which moves to the first column when this one has no room. */
  readonly isMark?: true;
};

export const idColumn = (rank: Column['rank']) =>
  ({ title: safe`ID`, field: 'id', width: 13, wide: 36, rank }) as const satisfies Column;

export const timeColumn = <const F extends string>(
  title: SafeText,
  field: F,
  { width, rank }: Pick<Column, 'width' | 'rank'>,
) => ({ title, field, as: shortTime, width, exact: 17, rank, align: 'right' }) as const;

export type Section = {
  readonly title: SafeText;
  readonly fields: readonly string[];
  /** Tab of the section; undefined: the first. */
  readonly tab?: SafeText;
  /** True if only the number of entries of each field is shown. */
  readonly isCount?: true;
  /** Makes the tab a document of the fields, or without any of the record; folded from this depth on. */
  readonly document?: { readonly foldedFrom: number };
};

/** `fields`: none for the whole record. `foldedFrom`: a depth. */
export const documentTab = <const F extends string>(
  title: SafeText,
  fields: readonly F[],
  foldedFrom = Number.POSITIVE_INFINITY,
) => ({ title, fields, tab: title, document: { foldedFrom } });

export type ChildRow = {
  readonly id: string;
  readonly name: SafeText;
  readonly detail: SafeText;
  readonly tone: Tone;
  readonly ref: Ref;
  /** The parent's own data about it, if more than an id. */
  readonly entry?: JsonObject;
};

/** Table of the entries inside a record, shown without loading the records that they lead to. */
export type EntryTable = {
  readonly fields: Fields;
  readonly columns: readonly Column[];
  readonly labels: NonNullable<Resource['labels']>;
  /** Fields listed for the entry under the cursor. */
  readonly details: readonly string[];
  readonly reason: string;
};

type ChildBase = {
  readonly to: string;
  readonly title: SafeText;
  /** Tab of the list; undefined: the first. */
  readonly tab?: SafeText;
  readonly key?: string;
};

/**
 * Records of another kind that belong to a record. `list`: loaded by an operation. `inside`: in the record
 * itself. `typed`: opened by a typed id. `known`: loaded records that refer to it.
 */
export type Child = ChildBase &
  (
    | { readonly from: 'list' }
    | {
        readonly from: 'inside';
        /** Field with the entries; its rows replace it on the screen. */
        readonly field: string;
        readonly rows: (record: JsonObject, self: Ref) => readonly ChildRow[];
        readonly entries: EntryTable;
      }
    | { readonly from: 'typed'; readonly why: SafeText }
    | {
        readonly from: 'known';
        /** Returns how another loaded record refers to this one; undefined if it does not. */
        readonly uses: (
          other: JsonObject,
          self: Ref,
        ) => { readonly tone: Tone; readonly detail: SafeText } | undefined;
      }
  );

export type ActionNote = {
  readonly one: (record: JsonObject, clock: Clock) => Remark | undefined;
  /** The fact about several records, after their number; undefined if it differs for each. */
  readonly many?: SafeText;
};

export const remarkIf = (tone: Tone, applies: boolean, text: SafeText): Remark | undefined =>
  applies ? { tone, text } : undefined;

/** Something that a person can do to a record: one request, sent only after a confirmation. */
export type RecordAction = {
  /** The word for it on the command line. `delete` is also a key and a dialog of the explorer. */
  readonly verb: string;
  readonly operation: Operation<string, 'nothing' | 'deleted'>;
  /** The effect, as the end of a sentence: `this version, for every bot that uses it.` */
  readonly consequence: SafeText;
  /** Returns the warning for a record chosen on the screen of `user`; `record`: undefined until loaded. */
  readonly sharedWarning?: (id: string, record: JsonObject | undefined, user: SafeText) => SafeText;
  /** Characters at the end of the id that confirm it when the record has no name to type. */
  readonly idEnd: 6 | 8;
  readonly notes: readonly ActionNote[];
};

/** The part that all rows of a list share, and the rows without it, in their order. */
export type SharedPart = { readonly words: SafeText; readonly rows: readonly JsonObject[] };

/** Description of a kind of record, read by screens, commands, sandbox and tests: all that differs. */
export type Resource = {
  readonly kind: string;
  readonly title: SafeText;
  readonly plural: SafeText;
  /** Other names on the `:` line and the command line. */
  readonly aliases: readonly string[];
  /** Names of the ids of a record, its own one last. */
  readonly ids: readonly string[];
  /** Forms of its own ids (not in the spec). `sure`: of this kind only; `likely`: perhaps of others, too. */
  readonly idForm?: { readonly sure?: RegExp; readonly likely?: RegExp };
  readonly fields: Fields;
  readonly columns: readonly Column[];
  readonly sections: readonly Section[];
  /** Field with the name of a record; without a name its id is shown. */
  readonly nameField: string | undefined;
  /** Field that the line above the keys has of the row under the cursor, in place of its id. */
  readonly rowField?: string;
  readonly list?: Operation<string, 'page'>;
  /** Kind of the records that the rows of a local list stand for: Enter opens them. */
  readonly listsKind?: string;
  /** Second list, of records that `list` leaves out. */
  readonly variant?: ListVariant;
  /** Order of lists that no one has sorted: highest rank first, NaN last. `name`: as in `by name`. */
  readonly usualOrder?: { readonly name: SafeText; readonly rank: (record: JsonObject) => number };
  /** Splits what all rows of a list share, in words, from what differs. Undefined if they share nothing. */
  readonly sharedPart?: (rows: readonly JsonObject[]) => SharedPart | undefined;
  readonly labels?: { readonly [field: string]: SafeText };
  /** Fields that list items carry. Other fields are unknown until the full record is loaded. */
  readonly listed?: readonly string[];
  readonly read?: Operation<string, 'record'>;
  /** Fields computed from the full record: lists show them, sort and filter by them. */
  readonly derived?: {
    readonly [name: string]: {
      readonly field: Field;
      readonly from: (record: JsonObject, clock: Clock) => Json;
    };
  };
  /** Facts about all rows, for the title of the list. */
  readonly summary?: (rows: readonly JsonObject[]) => SafeText;
  /** The text that `c` copies in place of the id. */
  readonly copy?: (record: JsonObject) => { readonly text: string; readonly description: SafeText };
  readonly troubled?: string;
  readonly actions: readonly RecordAction[];
  readonly children: readonly Child[];
  readonly diagnose?: (record: JsonObject, clock: Clock) => Diagnosis;
  readonly rules?: readonly string[];
  /** Returns a record as a finding in its parent, for kinds of which each record is a problem. */
  readonly asFinding?: (record: JsonObject, ref: Ref) => Finding;
  /** True if the last seen version of a record is stored, masked, to be compared in a later run. */
  readonly keepsSnapshot?: true;
  /** Explains a 404, for kinds where that is common. */
  readonly missingHint?: SafeText;
};

const EMPTY = { aliases: [], columns: [], sections: [], actions: [], children: [], nameField: undefined };

/** The compiler checks that columns and sections name existing fields. */
export function defineResource<
  const F extends Fields,
  const D extends NonNullable<Resource['derived']> = Record<never, never>,
>(
  resource: Omit<Resource, keyof typeof EMPTY | 'fields' | 'derived'> &
    Partial<Pick<Resource, 'aliases' | 'actions' | 'children'>> & {
      readonly fields: F;
      readonly derived?: D;
      readonly columns?: readonly (Omit<Column, 'field'> & { readonly field: keyof (F & D) & string })[];
      readonly sections?: readonly (Omit<Section, 'fields'> & {
        readonly fields: readonly ((keyof F & string) | `${keyof F & string}.${string}`)[];
      })[];
      readonly nameField?: (keyof F & string) | undefined;
    },
): Resource & { readonly fields: F } {
  return { ...EMPTY, ...resource };
}

/** `row`: in the table of spec 4; `key`: of the record in the response. */
export function readOperation(row: number, kind: string, path: string, key?: string) {
  const response = { shape: 'record', ...(key === undefined ? {} : { key }) } as const;
  return operation({ row, id: `${kind}.read`, method: 'GET', area: 'admin', path, response });
}

export const deleteOperation = (row: number, kind: string, path: string) =>
  operation({
    row,
    id: `${kind}.delete`,
    method: 'DELETE',
    area: 'admin',
    path,
    response: { shape: 'nothing' },
  });

export const deleteAction = ({ actions }: Pick<Resource, 'actions'>): RecordAction | undefined =>
  actions.find(({ verb }) => verb === 'delete');

/** True if some operation reads or lists records of this kind. Others can only be deleted. */
export const isShown = ({ read, list }: Resource): boolean => read !== undefined || list !== undefined;

/** True if files of this machine hold the records of this kind. */
export const isLocal = ({ list }: Resource): boolean => list?.isLocal === true;

/** As sent; undefined if it has none. */
export function rawName(resource: Pick<Resource, 'nameField'>, record: JsonObject): string | undefined {
  const value = resource.nameField === undefined ? undefined : member(record, resource.nameField);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Maximum length of a name searched for secrets, in UTF-16 units; what is behind is cut. */
const MAX_SEARCHED = 10_000;

/** Cleaned and without secrets; undefined if it has none. */
export function ownName(resource: Pick<Resource, 'nameField'>, record: JsonObject): SafeText | undefined {
  const name = rawName(resource, record);
  return name === undefined ? undefined : clean(redactText(name.slice(0, MAX_SEARCHED)), 200);
}

export const nameOf = (resource: Pick<Resource, 'nameField'>, record: JsonObject): SafeText =>
  ownName(resource, record) ?? safe`(no name)`;

/** `1 bot`, `40 bots`. */
export const countedRecords = (
  { title, plural }: Pick<Resource, 'title' | 'plural'>,
  count: number,
): SafeText => counted(count, clean(title.toLowerCase()), clean(plural.toLowerCase()));

export const unreadWords = (resource: Pick<Resource, 'title' | 'plural'>, count: number): SafeText =>
  safe`${countedRecords(resource, count)} could not be read`;

/** A second list of the records of a kind, with pages and a count of its own. Loaded only when opened. */
export type ListVariant = {
  /** The word for it as a query parameter, filter field, flag and part of a place. */
  readonly name: string;
  readonly plural: SafeText;
  readonly key: string;
  readonly list: Operation<string, 'page'>;
};

export const ownIdName = (resource: Resource): string => resource.ids.at(-1) ?? 'id';

/** Returns why one of the ids is invalid. */
export function refOf(resource: Resource, parents: Ids, id: string): Result<Ref> {
  const ids = { ...parents, [ownIdName(resource)]: id };
  const reason = Object.values(ids)
    .map(each => badId(each))
    .find(each => each !== undefined);
  return reason === undefined ? ok({ kind: resource.kind, ids }) : err(reason);
}

export function listIds(list: Operation, ids: Ids): Ids {
  return Object.fromEntries(list.parameters.map(name => [name, ids[name] ?? '']));
}

/** As sent; with the names of the ids if one is invalid. */
export function requestPath(operation: Operation, ids: Ids): SafeText {
  const path = fillPath(operation, ids);
  return clean(typeof path === 'string' ? path : pathTemplate(operation), 1000);
}

export function ownId(record: JsonObject): string | undefined {
  const value = member(record, 'id');
  return typeof value === 'string' && value !== '' ? value : undefined;
}
