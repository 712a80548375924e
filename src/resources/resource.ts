import type { Ids, Operation } from '../api/operation.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import type { Clock, Field, Fields, Tone } from './field.ts';
import { redactText } from './redact.ts';

/** The address of one record: its kind and the ids that lead to it. */
export type Ref = { readonly kind: string; readonly ids: Ids };

/** A column of a list. Narrow screens drop the highest rank first; rank 1 stays. */
export type Column = {
  readonly title: SafeText;
  /** Path of the value in the record, dots between names. */
  readonly field: string;
  /** How the column shows it, when not as the field does. */
  readonly as?: Field;
  /** Cells; the first column takes what is left. */
  readonly width: number;
  /** Cells where there is room for it. */
  readonly wide?: number;
  /** Cells while times are shown exactly. */
  readonly exact?: number;
  readonly rank: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  readonly align?: 'left' | 'right';
  /** A sentence: cut at the end of a word, where names and ids are cut in the middle. */
  readonly isProse?: true;
  /** Key that sorts a list by this column. */
  readonly sortKey?: string;
  /** It has a mark by its tone: where the column has no room, the mark stands before the first one. */
  readonly isMark?: true;
};

/** Returns the column of a record's own id. */
export const idColumn = (rank: Column['rank']) =>
  ({ title: safe`ID`, field: 'id', width: 13, wide: 36, rank }) as const satisfies Column;

/** A group of fields on the record's screen, under one title. */
export type Section = {
  readonly title: SafeText;
  readonly fields: readonly string[];
  /** The tab it is on; the first when it names none. */
  readonly tab?: SafeText;
  /**
   * Its tab is a document to read: of the one field that it names, of several (dots between names), or with none of
   * the whole record. Everything from this depth on is folded at first.
   */
  readonly document?: { readonly foldedFrom: number };
};

/** Something else worth a line in a record: a finding, a warning. */
export type Remark = { readonly tone: Tone; readonly text: SafeText };

/** Something that a record says about its own health; Enter on it leads to `ref`. */
export type Finding = Remark & {
  readonly detail?: SafeText;
  /** The same where there is less room. */
  readonly brief?: SafeText;
  /** It in one or two words, for a column. */
  readonly short?: SafeText;
  readonly ref?: Ref;
};

/** What is wrong with a record as far as it says so itself, and what could not be checked because it is not sent. */
export type Diagnosis = { readonly findings: readonly Finding[]; readonly unchecked: readonly SafeText[] };

/** A value that is worked out from the whole record: lists show, sort and filter by it as by a field. */
type Derived = {
  readonly field: Field;
  readonly from: (record: JsonObject, clock: Clock) => Json;
};

/** One line under a record that leads to another: what it says and where Enter goes. */
export type ChildRow = {
  readonly id: string;
  readonly name: SafeText;
  readonly detail: SafeText;
  readonly tone: Tone;
  readonly ref: Ref;
  /** What the parent itself says of it, as far as it is more than its id. */
  readonly entry?: JsonObject;
};

/** How a record's own entries are shown, without asking for what they lead to. */
export type EntryTable = {
  readonly fields: Fields;
  readonly columns: readonly Column[];
  readonly labels: NonNullable<Resource['labels']>;
  /** Fields shown one below the other, of the entry the cursor is on. */
  readonly details: readonly string[];
  /** The field that says what is wrong with it; it stands below its row. */
  readonly reason: string;
};

type ChildBase = {
  readonly to: string;
  readonly title: SafeText;
  /** The tab it is on; the first when it names none. */
  readonly tab?: SafeText;
};

/**
 * How records of another kind are reached from one. `list`: they have a list operation. `inside`: the record
 * names them. `typed`: the API lists none, the id is typed or pasted. `known`: those read so far that name it.
 */
export type Child = ChildBase &
  (
    | { readonly from: 'list' }
    | {
        readonly from: 'inside';
        /** The field that names them; its rows stand for it. */
        readonly field: string;
        readonly rows: (record: JsonObject, self: Ref) => readonly ChildRow[];
        readonly entries: EntryTable;
      }
    | {
        readonly from: 'typed';
        readonly why: SafeText;
        /** Key that goes to where they stand, and the one that asks for an id. */
        readonly key?: string;
        readonly idKey?: string;
      }
    | {
        readonly from: 'known';
        /** How another record that was read names this one, or undefined when it does not. */
        readonly uses: (
          other: JsonObject,
          self: Ref,
        ) => { readonly tone: Tone; readonly detail: SafeText } | undefined;
      }
  );

/** Something worth knowing before a delete, read from the record as it is now. */
export type ActionNote = {
  /** What is said of one record; undefined when it is not so. */
  readonly one: (record: JsonObject, clock: Clock) => Remark | undefined;
  /** The same of several, behind their number: `stay always alive`. Nothing where each has its own. */
  readonly many?: SafeText;
};

/** Something that a person can do to a record: one request, sent only after a confirmation. */
export type Action = {
  /** The word for it on the command line. `delete` is also a key and a dialog of the explorer. */
  readonly verb: string;
  readonly operation: Operation<string, 'nothing' | 'deleted'>;
  /** The effect, as the end of a sentence: `this version, for every bot that uses it.` */
  readonly consequence: SafeText;
  /** Characters at the end of the id that confirm it when the record has no name to type. */
  readonly idEnd: 6 | 8;
  /** Facts shown before the confirmation. */
  readonly notes: readonly ActionNote[];
};

/** Everything that differs between kinds. Screens, commands, sandbox and tests read it; it holds no JSX. */
export type Resource = {
  readonly kind: string;
  readonly title: SafeText;
  readonly plural: SafeText;
  /** Words for it on the `:` line and the command line. */
  readonly aliases: readonly string[];
  /** Names of the ids of a record, its own one last. */
  readonly ids: readonly string[];
  /** How its own ids look (not in the spec). `sure`: no other kind has such ids; `likely`: others may have them too. */
  readonly idForm?: { readonly sure?: RegExp; readonly likely?: RegExp };
  readonly fields: Fields;
  readonly columns: readonly Column[];
  readonly sections: readonly Section[];
  /** Field that names a record to people; the id when it is not set. */
  readonly nameField: string | undefined;
  readonly list?: Operation<string, 'page'>;
  /** Its second list, of records that `list` leaves out. */
  readonly variant?: ListVariant;
  /** The order in which a record shows the rows of the list that belongs to it; as sent without it. */
  readonly usualOrder?: { readonly field: string; readonly isDescending: boolean };
  /** Words for fields whose names say too little. */
  readonly labels?: { readonly [field: string]: SafeText };
  /** Fields that an item of the list carries: one that is not there is not set. Of others nothing is known from a list. */
  readonly listed?: readonly string[];
  readonly read?: Operation<string, 'record'>;
  readonly derived?: { readonly [name: string]: Derived };
  /** The filter that leaves what needs attention. */
  readonly troubled?: string;
  readonly actions: readonly Action[];
  readonly children: readonly Child[];
  readonly diagnose?: (record: JsonObject, clock: Clock) => Diagnosis;
  /** What was seen last of a record is kept for the next run, secrets masked, to be compared with what it is then. */
  readonly keepsSnapshot?: true;
  /** What is said when its read answers 404, where that is an ordinary answer. */
  readonly missingHint?: SafeText;
};

/** Checks at compile time that columns and sections name fields that exist. */
export function defineResource<
  const F extends Fields,
  const D extends NonNullable<Resource['derived']> = Record<never, never>,
>(
  resource: Omit<Resource, 'fields' | 'columns' | 'sections' | 'nameField' | 'derived' | 'actions'> & {
    readonly actions?: readonly Action[];
    readonly fields: F;
    readonly derived?: D;
    readonly columns: readonly (Omit<Column, 'field'> & { readonly field: keyof (F & D) & string })[];
    readonly sections: readonly {
      readonly title: SafeText;
      readonly fields: readonly ((keyof F & string) | `${keyof F & string}.${string}`)[];
      readonly tab?: SafeText;
      readonly document?: { readonly foldedFrom: number };
    }[];
    readonly nameField: (keyof F & string) | undefined;
  },
): Resource & { readonly fields: F } {
  return { actions: [], ...resource };
}

/** Returns the action that deletes a record; undefined if the API has none for its kind. */
export const deleteAction = ({ actions }: Pick<Resource, 'actions'>): Action | undefined =>
  actions.find(({ verb }) => verb === 'delete');

/** Whether a record of this kind can be shown: something reads or lists it. Others are at most deleted, unseen. */
export const isShown = ({ read, list }: Resource): boolean => read !== undefined || list !== undefined;

/** The name of a record, as sent, or undefined when it has none. */
export function rawName(resource: Pick<Resource, 'nameField'>, record: JsonObject): string | undefined {
  const value = resource.nameField === undefined ? undefined : member(record, resource.nameField);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Part of a name in which credentials are looked for: longer than any address that has one. UTF-16 units. */
const MAX_LOOKED_AT = 10_000;

/** Returns the name of a record for people, or undefined when it has none. An address in it is shown without credentials. */
export function ownName(resource: Pick<Resource, 'nameField'>, record: JsonObject): SafeText | undefined {
  const name = rawName(resource, record);
  return name === undefined ? undefined : clean(redactText(name.slice(0, MAX_LOOKED_AT)), 200);
}

/** Returns the name of a record for people, or `(no name)`. */
export const nameOf = (resource: Pick<Resource, 'nameField'>, record: JsonObject): SafeText =>
  ownName(resource, record) ?? safe`(no name)`;

/**
 * A second list of the records of a kind: those that its own list leaves out. It has pages and a count of its own and
 * is loaded only when it is opened.
 */
export type ListVariant = {
  /** One word for the parameter, the field that a filter names, the flag and the query of a place. */
  readonly name: string;
  readonly plural: SafeText;
  /** Key that opens it, and goes back from it. */
  readonly key: string;
  readonly list: Operation<string, 'page'>;
};
