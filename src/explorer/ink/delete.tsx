import { bodyRows } from '../paint/screen.ts';
import { type FormProps, Rows } from './rows.tsx';

/** The page of a delete, from its question to its results. */
export const Delete = (part: FormProps) => <Rows {...part} paint={bodyRows} />;
