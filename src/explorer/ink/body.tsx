import { useStore } from 'zustand';
import { bodyRows, panelArea } from '../paint/screen.ts';
import type { State } from '../state/state.ts';
import { Palette } from './palette.tsx';
import { Rows } from './row.tsx';
import { type PartProps, usePainted } from './use-painted.ts';

const isInPalette = ({ dialog }: State): boolean => dialog?.kind === 'palette';

/** The rows between title and message: the view or a dialog, and a panel. */
export function Body(part: PartProps) {
  const isPalette = useStore(part.store, isInPalette);
  return (
    <>
      <Rows texts={usePainted(part, bodyRows)} />
      {isPalette ? <Palette {...part} /> : <Panel {...part} />}
    </>
  );
}

function Panel(part: PartProps) {
  return <Rows texts={usePainted(part, panelArea)} />;
}
