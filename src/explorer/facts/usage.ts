import { bot } from '../../resources/bot.ts';
import { usedIntegration } from '../../resources/local-kinds.ts';
import { type ChildRow, ownIdName } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import type { SafeText } from '../../text/sanitise.ts';
import { type KnownRecords, knownRecords } from '../state/records.ts';
import type { State } from '../state/state.ts';

type UsedRow = {
  readonly id: string;
  readonly name: SafeText;
  readonly bots: number;
  readonly failing: number;
  readonly checked: number;
};

/** Counts the versions in use, the most used first. Several entries of one version on a bot count once. */
function countUses(installed: readonly (readonly ChildRow[])[]): readonly UsedRow[] {
  const all = new Map<string, UsedRow>();
  for (const rows of installed) {
    const own = new Map(rows.map(row => [row.ref.ids[ownIdName(usedIntegration)] ?? '', row]));
    for (const [id, { name, tone }] of own) {
      const { bots, failing } = all.get(id) ?? { bots: 0, failing: 0 };
      const now = { bots: bots + 1, failing: failing + Number(tone === 'bad') };
      all.set(id, { id, name, ...now, checked: installed.length });
    }
  }
  return [...all.values()].sort((a, b) => b.bots - a.bots);
}

type Usage = { readonly used: readonly UsedRow[]; readonly known: KnownRecords };

const cachedUsage = memo((records: State['data']['records'], lists: State['data']['lists']): Usage => {
  const known = knownRecords(bot.kind, records, lists);
  const inside = bot.children.flatMap(child => (child.from === 'inside' ? [child] : []));
  const installed = known.records.map(({ ref, loaded }) =>
    inside.flatMap(({ rows }) => rows(loaded.value, ref)),
  );
  return { used: countUses(installed), known };
});

export const usageOf = ({ data: { records, lists } }: Pick<State, 'data'>): Usage =>
  cachedUsage(records, lists);
