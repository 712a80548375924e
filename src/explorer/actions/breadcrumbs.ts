/** As many are remembered. */
const MOST = 20;

/** The ids of the last commands that were run, the oldest first: what a crash report tells of what was done. */
export type Actions = {
  readonly add: (id: string) => void;
  readonly last: () => readonly string[];
};

export function createActions(): Actions {
  let kept: readonly string[] = [];
  return {
    add: id => {
      kept = [...kept.slice(1 - MOST), id];
    },
    last: () => kept,
  };
}
