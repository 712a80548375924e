import { type BulkRemover, createBulkRemover } from './bulk.ts';
import type { Reading } from './reading.ts';
import { createRemover, type Remover } from './removing.ts';
import type { World } from './world.ts';

/** Deleting one, deleting several, and the end of both. */
export type Deleting = Omit<Remover, 'haltOne'> &
  Omit<BulkRemover, 'haltMany'> & {
    /** Sends no further delete; resolves when none is under way any more. */
    readonly halt: () => Promise<void>;
  };

export function createDeleting(world: World, reading: Reading): Deleting {
  const { haltOne, ...one } = createRemover(world, reading);
  const { haltMany, ...many } = createBulkRemover(world, reading);
  const halt = async (): Promise<void> => {
    await Promise.all([haltOne(), haltMany()]);
  };
  return { ...one, ...many, halt };
}
