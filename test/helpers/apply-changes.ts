import type { Change, Step } from '../../src/diff/diff.ts';
import { isObject, type Json, member } from '../../src/json/json.ts';

const isSame = (a: Step, b: Step): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Groups changes by their first step and removes that step from their paths. */
function bySteps(changes: readonly Change[]): readonly { readonly step: Step; readonly inside: Change[] }[] {
  const groups: { readonly step: Step; readonly inside: Change[] }[] = [];
  for (const change of changes) {
    const [step, ...path] = change.path;
    if (step === undefined) continue;
    const group = groups.find(each => isSame(each.step, step));
    if (group === undefined) groups.push({ step, inside: [{ ...change, path }] });
    else group.inside.push({ ...change, path });
  }
  return groups;
}

const isGone = (inside: readonly Change[]): boolean =>
  inside.some(({ kind, path }) => kind === 'removed' && path.length === 0);

function items(before: readonly Json[], changes: readonly Change[]): Json {
  // The position of an added item refers to the later list.
  const old = bySteps(changes.filter(({ kind, path }) => kind !== 'added' || path.length > 1));
  const order = changes.find(({ kind, path }) => kind === 'moved' && path.length === 0);
  const at = (step: Step): number =>
    typeof step === 'object' ? before.findIndex(item => member(item, step.by) === step.is) : Number(step);
  const kept = before.map((item, index) => {
    const group = old.find(({ step }) => at(step) === index);
    return group === undefined ? [item] : isGone(group.inside) ? [] : [applyChanges(item, group.inside)];
  });
  const list = order?.kind === 'moved' ? order.order.flatMap(index => kept[index] ?? []) : kept.flat();
  const added = changes.flatMap(change =>
    change.kind === 'added' && change.path.length === 1 ? [[change.at ?? 0, change.after] as const] : [],
  );
  return added
    .toSorted(([a], [b]) => a - b)
    .reduce((all, [place, item]) => all.toSpliced(place, 0, item), list);
}

export function applyChanges(before: Json, changes: readonly Change[]): Json {
  const whole = changes.find(({ kind, path }) => path.length === 0 && kind !== 'moved');
  if (whole !== undefined) return 'after' in whole ? whole.after : null;
  if (Array.isArray(before)) return items(before, changes);
  if (!isObject(before)) return before;
  const members = new Map(Object.entries(before));
  for (const { step, inside } of bySteps(changes)) {
    const key = String(step);
    const value = members.get(key);
    if (isGone(inside)) members.delete(key);
    else members.set(key, applyChanges(value ?? null, inside));
  }
  return Object.fromEntries(members);
}
