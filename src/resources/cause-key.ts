import { hash } from 'node:crypto';
import { kept } from '../text/memo.ts';
import { clean, type SafeText, withoutInvisible } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { type MaskedReason, maskedReason } from './cause-mask.ts';

/** Findings of one cause have the same key. `words`: for people; `by`: who gave them, if the key has it. */
export type Cause = Readonly<{ key: string; words: SafeText; by?: string }>;

/** `by`: who gave the reason, for texts without a host. `title`: with the version. `own`: id and name. */
type CauseSource = Readonly<{
  reason: string | undefined;
  by: string;
  rule: string;
  title: SafeText;
  own: readonly string[];
}>;

function pageText(text: string) {
  const start = text.search(/<!doctype html|<html[\s>]/i);
  if (start < 0) return text;
  const page = text.slice(start);
  const [, title] = /<title[^<>]*>([^<]*)/i.exec(page) ?? [];
  const pieces = page
    .split(/<(?=\/?(?:script|style)\b)/i)
    .filter(piece => !/^(?:script|style)\b/i.test(piece));
  return `${text.slice(0, start)} ${title ?? pieces.join('<').replace(/<[^<>]*>/g, ' ')}`;
}

const ESCAPES = /(?:\x1b\[|\x9b)[\d;:?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]?[0-~]/g;

export const inOneLine = (text: string) =>
  withoutInvisible(text)
    .replace(/[\u200c\u200d\ufe0e\ufe0f]/g, '')
    .replace(/\s+/g, ' ')
    .normalize('NFC')
    .trim();

/** One line without secrets, colours, invisible characters, stack traces and tags. */
function cleanReason(reason: string) {
  const lines = redactText(reason)
    .replace(ESCAPES, '')
    .replace(/[\r\v\f\x85\u2028\u2029]/g, '\n');
  return inOneLine(pageText(withoutInvisible(lines).replace(/\n[ \t]*at .*/s, '')));
}

/** `text`: not in quotation marks. `causes`: by all that tells two with this reason apart. */
type CleanReason = Readonly<{ text: string; words: SafeText; causes: Map<string, Cause> }>;

const MAX_CACHED = 4_000_000;
let cached = 0;
const reasons = new Map<string, CleanReason>();

const add = <V>(to: Map<string, V>, key: string, make: () => V): V =>
  kept(to, key, () => {
    cached += key.length;
    return make();
  });

const cleanReasonOf = (reason: string): CleanReason =>
  add(reasons, reason, () => {
    const whole = cleanReason(reason);
    const text = whole.replace(/^(["'`])([^"'`]*)\1$/, '$2');
    return { text, words: clean(whole), causes: new Map() };
  });

const sorted = (values: ReadonlySet<string>): readonly string[] => [...values].toSorted();

/** Undefined for a text that says nothing. */
function keyOf({ text, hosts, statuses, codes, system, behind }: MaskedReason, by: string) {
  if (hosts.size > 0 && system.size > 0)
    return [sorted(system), sorted(statuses), sorted(behind.size > 0 ? behind : hosts)];
  const named = [hosts, statuses, codes, system].map(sorted);
  const isEmpty = named.every(({ length }) => length === 0) && (text.match(/\p{L}/gu) ?? []).length < 3;
  return isEmpty ? undefined : [...named, text, ...(hosts.size > 0 ? [] : [by])];
}

/** Ids and names shorter than this are words like any other. */
const MIN_OWN = 4;

/** Linear in the length of the reason, and cached by it: of a thousand bots with one the first takes time. */
export function causeFrom({ reason = '', by, rule, title, own }: CauseSource): Cause {
  if (cached > MAX_CACHED) {
    reasons.clear();
    cached = 0;
  }
  const { text, words, causes } = cleanReasonOf(reason);
  const inside = own.filter(each => each.length >= MIN_OWN && text.includes(each));
  return add(causes, [...inside, by, rule, title].join('\n'), () => {
    const key = keyOf(maskedReason(text, inside), by);
    if (key === undefined) return { key: JSON.stringify([rule, title]), words: title };
    return { key: JSON.stringify(key), words, ...(key.at(-1) === by && { by }) };
  });
}

const ids = new Map<string, string>();

export const causeId = ({ key }: Pick<Cause, 'key'>): string =>
  kept(ids, key, () => hash('sha256', key).slice(0, 8), 10_000);
