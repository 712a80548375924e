/** Given by the launcher to what it loads. */
declare const keepCompiled: ((kind: Kind) => void) | undefined;

type Kind = 'explorer' | 'command';

/** Everything that a run of a kind needs is loaded: what was compiled of it is kept, and the next one starts sooner. */
export function keepCompiledOf(kind: Kind): void {
  if (typeof keepCompiled === 'function') keepCompiled(kind);
}
