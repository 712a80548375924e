import { bodyRows, panelRows } from '../paint/screen.ts';
import { type FormProps, Rows } from './rows.tsx';

/** Raw text or a comparison, or a secret below the view. */
export const Text = ({ area, ...part }: FormProps) => (
  <Rows {...part} paint={area === 'body' ? bodyRows : panelRows} />
);
