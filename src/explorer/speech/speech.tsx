import { useEffect } from 'react';
import type { SpeechOutput } from '../../terminal/output/spoken.ts';
import type { Explorer } from '../actions/explorer.ts';
import { useKeys } from '../ink/use-keys.ts';
import { startSpeaking } from './speaker.ts';

export type SpeechProps = {
  readonly explorer: Explorer;
  readonly output: SpeechOutput;
  readonly alone: () => boolean;
};

/** The explorer in screen reader mode: the same keys, lines in place of a screen. */
export function Speech({ explorer, output, alone }: SpeechProps) {
  useKeys(explorer, alone);
  useEffect(() => startSpeaking({ explorer, output }), [explorer, output]);
  return null;
}
