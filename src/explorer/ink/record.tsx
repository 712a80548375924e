import { bodyRows } from '../paint/screen.ts';
import { type FormProps, Rows } from './rows.tsx';

/** The tabs of a record, the home screen, or why there is neither. */
export const Record = (part: FormProps) => <Rows {...part} paint={bodyRows} />;
