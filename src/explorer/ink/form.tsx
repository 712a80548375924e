import { bodyRows, panelRows } from '../paint/screen.ts';
import { type FormProps, Rows } from './rows.tsx';

/** Fields to type in: the login covers the view, a save is below it. */
export const Form = ({ area, ...part }: FormProps) => (
  <Rows {...part} paint={area === 'body' ? bodyRows : panelRows} />
);
