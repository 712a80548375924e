import { panelRows } from '../paint/screen.ts';
import { type FormProps, Rows } from './rows.tsx';

/** A question with yes and no below the view. */
export const Confirm = (part: FormProps) => <Rows {...part} paint={panelRows} />;
