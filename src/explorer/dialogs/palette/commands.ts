import { safe } from '../../../text/sanitise.ts';

/** Runs the marked row. */
export const ACCEPT = {
  id: 'palette.accept',
  keys: ['enter'],
  title: safe`run the marked row, or open it`,
  isInField: true,
} as const;

/** Completes a line. */
export const COMPLETE = {
  id: 'palette.complete',
  keys: ['tab'],
  title: safe`complete the marked row`,
  isInField: true,
} as const;
