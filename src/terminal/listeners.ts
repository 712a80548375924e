import type { EventEmitter } from 'node:events';

export function listeners() {
  const stops: (() => void)[] = [];
  return {
    listen: (to: EventEmitter, event: string, listener: (argument?: unknown) => void): void => {
      to.on(event, listener);
      stops.push(() => to.off(event, listener));
    },
    stop: (): void => {
      for (const stop of stops.splice(0)) stop();
    },
  };
}
