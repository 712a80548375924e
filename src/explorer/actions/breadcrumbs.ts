const MAX_BREADCRUMBS = 20;

/** Ids of the last commands, oldest first, for crash reports. */
export type Breadcrumbs = {
  readonly add: (id: string) => void;
  readonly last: () => readonly string[];
};

export function createBreadcrumbs(): Breadcrumbs {
  let ids: readonly string[] = [];
  return {
    add: id => {
      ids = [...ids.slice(1 - MAX_BREADCRUMBS), id];
    },
    last: () => ids,
  };
}
