import { type Ids, type Operation, operation, pathTemplate, type ResponseShapes } from '../api/operation.ts';
import { badId, fillPath } from '../api/url.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, lower, type SafeText, safe, upper } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { counted } from '../text/units.ts';
import type { Diagnosis, Finding, Remark } from './diagnosis.ts';
import { type Clock, type Field, type Fields, shortTime, type Tone } from './field.ts';

export type Ref = Readonly<{ kind: string; ids: Ids }>;

/** Narrow screens drop the highest rank first; rank 1 stays. */
export type Column = Readonly<{
  title: SafeText;
  field: string;
  as?: Field;
  /** The text, where that of the field would mislead. */
  instead?: (record: JsonObject) => SafeText | undefined;
  /** In cells; the first column takes the rest. */
  width: number;
  wide?: number;
  least?: number;
  exact?: number;
  rank: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  align?: 'left' | 'right';
  /** Sentences are cut after a word, pairs of names and values at the end, names and ids in the middle. */
  isProse?: true | 'pairs';
  /** The mark of its tone moves to the first column when this one has no room. */
  isMark?: true;
}>;

export const idColumn = (rank: Column['rank']) =>
  ({ title: safe`ID`, field: 'id', width: 13, wide: 36, rank }) as const satisfies Column;

export const timeColumn = <const F extends string>(
  title: SafeText,
  field: F,
  { width, rank }: Pick<Column, 'width' | 'rank'>,
) => ({ title, field, as: shortTime, width, exact: 17, rank, align: 'right' }) as const;

export type Section = Readonly<{
  title: SafeText;
  fields: readonly string[];
  tab?: SafeText;
  /** Only the number of entries of each field is shown. */
  isCount?: true;
  /** The tab is a document of the fields, or without any of the record; folded from this depth on. */
  document?: { readonly foldedFrom: number };
}>;

/** `fields`: none for the whole record. */
export const documentTab = <const F extends string>(
  title: SafeText,
  fields: readonly F[],
  foldedFrom = Infinity,
) => ({ title, fields, tab: title, document: { foldedFrom } });

export type RecordPart = Readonly<{ id: string; name: SafeText; detail: SafeText; tone: Tone }>;

export type ChildRow = RecordPart & {
  readonly ref: Ref;
  /** The parent's own data about the row, if more than an id. */
  readonly entry?: JsonObject;
};

/** Shown without loading the records that the entries lead to. */
export type EntryTable = Readonly<{
  fields: Fields;
  columns: readonly Column[];
  labels: NonNullable<Resource['labels']>;
  details: readonly string[];
  reason: string;
}>;

/**
 * Records of another kind that belong to a record. `list`: loaded by an operation. `inside`: in the record
 * itself. `typed`: opened by a typed id. `known`: loaded records that refer to it.
 */
export type Child = Readonly<{ to: string; title: SafeText; tab?: SafeText; key?: string }> &
  (
    | { readonly from: 'list' }
    | Readonly<{
        from: 'inside';
        /** Its rows replace the field on the screen. */
        field: string;
        rows: (record: JsonObject, self: Ref) => readonly ChildRow[];
        entries: EntryTable;
      }>
    | Readonly<{ from: 'typed' }>
    | Readonly<{
        from: 'known';
        uses: (other: JsonObject, self: Ref) => Readonly<{ tone: Tone; detail: SafeText }> | undefined;
      }>
  );

export type ActionNote = Readonly<{
  one: (record: JsonObject, clock: Clock) => Remark | undefined;
  /** About several records, after their number; undefined if it differs for each. */
  many?: SafeText;
}>;

export const remarkIf = (tone: Tone, applies: boolean, text: SafeText): Remark | undefined =>
  applies ? { tone, text } : undefined;

/** One request, sent only after a confirmation. */
export type RecordAction = Readonly<{
  /** On the command line. `delete` is also a key and a dialog of the explorer. */
  verb: string;
  operation: Operation<string, 'nothing' | 'deleted'>;
  /** The end of a sentence: `this version, for every bot that uses it.` */
  consequence: SafeText;
  /** For a record chosen on the screen of `user`; `record`: undefined until loaded. */
  sharedWarning?: (id: string, record: JsonObject | undefined, user: SafeText) => SafeText;
  /** Characters of the id that confirm it when the record has no name to type. */
  idEnd: 6 | 8;
  notes: readonly ActionNote[];
}>;

/** All rows of a list share `words`; `rows` are without them, in their order. */
type SharedPart = Readonly<{ words: SafeText; rows: readonly JsonObject[] }>;

/** Rows from which lists of this machine are made. */
export type LocalData = Readonly<
  Record<'requests' | 'topics' | 'usedIntegrations' | 'causes' | 'changes', () => readonly JsonObject[]>
>;

/** All that differs between kinds, for screens, commands, sandbox and tests. */
export type Resource = Readonly<{
  kind: string;
  title: SafeText;
  plural: SafeText;
  aliases: readonly string[];
  /** The record's own id last. */
  ids: readonly string[];
  /** Not in the spec. `sure`: of this kind only; `likely`: perhaps of others, too. */
  idForm?: Readonly<{ sure?: RegExp; likely?: RegExp }>;
  fields: Fields;
  columns: readonly Column[];
  sections: readonly Section[];
  nameField: string | undefined;
  rowField?: string;
  list?: Operation<string, 'page'>;
  /** All rows of a list of this machine, unless they are read page by page. */
  localRows?: (data: LocalData) => readonly JsonObject[];
  /** Enter opens the records that the rows of a local list stand for. */
  listsKind?: string;
  /** The record that a row of a local list is about, which Enter opens. */
  rowRef?: (row: JsonObject) => Ref | undefined;
  /** Records that `list` leaves out. */
  variant?: ListVariant;
  /** Of lists that no one has sorted: highest rank first, NaN last. `name`: as in `by name`. */
  usualOrder?: Readonly<{ name: SafeText; rank: (record: JsonObject) => number }>;
  sharedPart?: (rows: readonly JsonObject[]) => SharedPart | undefined;
  labels?: { readonly [field: string]: SafeText };
  /** Other fields are unknown until the full record is loaded. */
  listed?: readonly string[];
  read?: Operation<string, 'record'>;
  /** Computed from the full record: lists show them, sort and filter by them. */
  derived?: {
    readonly [name: string]: Readonly<{ field: Field; from: (record: JsonObject, clock: Clock) => Json }>;
  };
  summary?: (rows: readonly JsonObject[]) => readonly SafeText[];
  /** `c` copies it in place of the id. */
  copy?: (record: JsonObject) => Readonly<{ text: string; description: SafeText }>;
  /** Filter for the rows that need attention. */
  troubled?: string;
  /** Parts of a record that are no records, on a high screen; `path`: where the record has them. */
  parts?: Readonly<{
    title: SafeText;
    rows: (
      record: JsonObject,
      clock: Clock,
    ) => readonly (RecordPart & { readonly path: readonly string[] })[];
  }>;
  actions: readonly RecordAction[];
  children: readonly Child[];
  /** Makes it a child of the kind whose ids stand before its own. */
  onTab?: Readonly<{ from: 'list' | 'typed'; tab: SafeText; key?: string }>;
  diagnose?: (record: JsonObject, clock: Clock) => Diagnosis;
  rules?: readonly string[];
  /** For kinds of which each record is a problem of its parent. */
  asFinding?: (record: JsonObject, ref: Ref) => Finding;
  keepsSnapshot?: true;
  /** Explains a 404, for kinds where that is common. */
  missingHint?: SafeText;
}>;

const EMPTY = { aliases: [], sections: [], actions: [], children: [], nameField: undefined };

type UntitledColumn = Omit<Column, 'title'> & Partial<Pick<Column, 'title'>>;

export const withTitles = (columns: readonly UntitledColumn[]): readonly Column[] =>
  columns.map(each => ({ title: upper(clean(each.field)), ...each }));

/** The compiler checks that columns and sections name existing fields. */
export const defineResource = <
  const F extends Fields,
  const D extends NonNullable<Resource['derived']> = Record<never, never>,
>(
  resource: Omit<Resource, keyof typeof EMPTY | 'columns' | 'plural' | 'fields' | 'derived'> &
    Partial<Pick<Resource, 'plural' | 'aliases' | 'actions' | 'children'>> & {
      readonly fields: F;
      readonly derived?: D;
      readonly columns?: readonly (Omit<UntitledColumn, 'field'> & {
        readonly field: keyof (F & D) & string;
      })[];
      readonly sections?: readonly (Omit<Section, 'fields'> & {
        readonly fields: readonly ((keyof F & string) | `${keyof F & string}.${string}`)[];
      })[];
      readonly nameField?: (keyof F & string) | undefined;
    },
): Resource & { readonly fields: F } => ({
  ...EMPTY,
  plural: safe`${resource.title}s`,
  ...resource,
  columns: withTitles(resource.columns ?? []),
});

export const localOperation = <const A extends ResponseShapes['page' | 'record']>(id: string, response: A) =>
  operation({ id, path: `/${id}`, response, isLocal: true });

/** `row`: in the table of spec 4; `key`: of the record in the response. */
export const readOperation = (row: number, kind: string, path: string, key?: string) =>
  operation({ row, id: `${kind}.read`, path, response: { shape: 'record', ...(key && { key }) } });

export const deleteOperation = (row: number, kind: string, path: string) =>
  operation({ row, id: `${kind}.delete`, method: 'DELETE', path, response: { shape: 'nothing' } });

export const deleteAction = ({ actions }: Pick<Resource, 'actions'>): RecordAction | undefined =>
  actions.find(({ verb }) => verb === 'delete');

export const isShown = ({ read, list }: Resource) => read !== undefined || list !== undefined;

export const isLocal = ({ list }: Resource) => list?.isLocal === true;

/** As sent; undefined if it has none. */
export function rawName(resource: Pick<Resource, 'nameField'>, record: JsonObject): string | undefined {
  const value = resource.nameField && member(record, resource.nameField);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** In UTF-16 units; what is behind is cut. */
export const MAX_SEARCHED = 10_000;

export function ownName(resource: Pick<Resource, 'nameField'>, record: JsonObject, limit = 200) {
  const name = rawName(resource, record);
  return name === undefined ? undefined : clean(redactText(name.slice(0, MAX_SEARCHED)), limit);
}

export const NO_NAME = safe`(no name)`;

export const nameOf = (resource: Pick<Resource, 'nameField'>, record: JsonObject) =>
  ownName(resource, record) ?? NO_NAME;

export const nameInList = (resource: Pick<Resource, 'nameField'>, record: JsonObject) =>
  ownName(resource, record) ?? safe`${NO_NAME} ${clean((ownId(record) ?? '').slice(0, 8))}`;

export const countedRecords = ({ title, plural }: Pick<Resource, 'title' | 'plural'>, count: number) =>
  counted(count, lower(title), lower(plural));

export const unreadWords = (resource: Pick<Resource, 'title' | 'plural'>, count: number) =>
  safe`${countedRecords(resource, count)} could not be read`;

/** With pages and a count of its own. Loaded only when opened. */
export type ListVariant = Readonly<{
  /** As a query parameter, filter field, flag and part of a place. */
  name: string;
  plural: SafeText;
  key?: string;
  list: Operation<string, 'page'>;
}>;

export const ownIdName = (resource: Resource) => resource.ids.at(-1) ?? 'id';

/** Unchecked: its id may be invalid. */
export const refTo = (resource: Resource, id: string, parents: Ids = {}): Ref => ({
  kind: resource.kind,
  ids: { ...parents, [ownIdName(resource)]: id },
});

export function refOf(resource: Resource, parents: Ids, id: string): Result<Ref> {
  const ref = refTo(resource, id, parents);
  const [reason] = Object.values(ref.ids).flatMap(each => badId(each) ?? []);
  return reason === undefined ? ok(ref) : err(reason);
}

export const listIds = (list: Operation, ids: Ids): Ids =>
  Object.fromEntries(list.parameters.map(name => [name, ids[name] ?? '']));

/** As sent; with the names of the ids if one is invalid. */
export function requestPath(operation: Operation, ids: Ids): SafeText {
  const path = fillPath(operation, ids);
  return clean(typeof path === 'string' ? path : pathTemplate(operation), 1000);
}

export function ownId(record: JsonObject): string | undefined {
  const value = member(record, 'id');
  return typeof value === 'string' && value !== '' ? value : undefined;
}
