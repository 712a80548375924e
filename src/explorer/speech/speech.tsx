import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { SpeechOutput } from '../../terminal/output/spoken.ts';
import { safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { Command } from '../commands/command.ts';
import { keysText } from '../dialogs/palette/key-rows.ts';
import { Menu } from '../ink/menu.tsx';
import { useKeys } from '../ink/use-keys.ts';
import { startSpeaking } from './speaker.ts';

export type SpeechProps = {
  readonly explorer: Explorer;
  readonly output: SpeechOutput;
  readonly alone: () => boolean;
};

/** Maximum number of rows of a menu. */
const ALL = 100;

/** The explorer in screen reader mode: the same keys, lines in place of a screen. */
export function Speech({ explorer, output, alone }: SpeechProps) {
  useKeys(explorer, alone);
  useEffect(() => startSpeaking({ explorer, output }), [explorer, output]);
  const dialog = useStore(explorer.store, state => state.dialog);
  if (dialog?.kind !== 'menu') return null;
  const announce = (command: Command): void =>
    output.say(safe`${command.title}  ${keysText(explorer.store.getState(), command)}`);
  return (
    <Menu explorer={explorer} of={dialog.topic ?? true} alone={alone} rows={ALL} onHighlight={announce} />
  );
}
