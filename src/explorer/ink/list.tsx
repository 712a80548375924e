import { bodyRows, panelRows } from '../paint/screen.ts';
import { type FormProps, Rows } from './rows.tsx';

/** A list: its rows with the pane beside them, or the pane below them. */
export const List = ({ area, ...part }: FormProps) => (
  <Rows {...part} paint={area === 'body' ? bodyRows : panelRows} />
);
