import type { EventEmitter } from 'node:events';

/** Listeners on several emitters that are removed together. */
export type Listeners = {
  readonly listen: (to: EventEmitter, event: string, listener: (argument?: unknown) => void) => void;
  readonly stop: () => void;
};

export function listeners(): Listeners {
  const stops: (() => void)[] = [];
  return {
    listen: (to, event, listener) => {
      to.on(event, listener);
      stops.push(() => to.off(event, listener));
    },
    stop: () => {
      for (const stop of stops.splice(0)) stop();
    },
  };
}
