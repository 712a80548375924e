import { choiceOf, isOn, type Values } from '../../config/values.ts';
import { badSetting, type Failure } from '../../failure.ts';
import { colourDepth, type Environment, supportsLinks } from '../../terminal/capabilities.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Screen } from '../state/slices.ts';
import type { TerminalStyle } from './theme.ts';

/**
 * Appearance of the explorer: its skin (`auto`: the one that fits the background), and the abilities of the
 * terminal.
 */
export type Appearance = TerminalStyle & {
  readonly skin: string;
  readonly canReveal: boolean;
  /** True in screen reader mode, which prints lines in place of a screen. */
  readonly isSpoken: boolean;
  /** True if the terminal's title shows the profile. */
  readonly hasTitle: boolean;
  /** Problems of the appearance settings in the settings file. */
  readonly problems: readonly SafeText[];
};

/**
 * Returns the requested appearance within the abilities of the terminal, or why the explorer cannot start.
 */
export function appearanceOf(values: Values, env: Environment): Appearance | Failure {
  const isSpoken = isOn(values, 'screenReader');
  if (env['TERM'] === 'dumb' && !isSpoken)
    return badSetting(
      safe`TERM is "dumb": the explorer needs a terminal that moves its cursor. If this one does: TERM=xterm-256color botscope. Else: botscope --screen-reader, in plain lines.`,
    );
  const skin = choiceOf(values, 'skin');
  if ('kind' in skin) return skin;
  return {
    skin: skin.choice,
    ascii: isOn(values, 'ascii'),
    // Printed lines stay in the terminal and may be read aloud, so secrets stay masked.
    canReveal: !isSpoken && !isOn(values, 'noReveal'),
    isSpoken,
    hasTitle: isOn(values, 'title'),
    depth: skin.choice === 'mono' ? 'mono' : colourDepth(env),
    links: supportsLinks(env),
    problems: skin.problems,
  };
}

/** Returns the initial state of the screen; its skin is the standard one until the background is known. */
export const screenOf = ({ skin, canReveal, isSpoken, ascii }: Appearance): Partial<Screen> => ({
  skin: skin === 'auto' ? 'terminal' : skin,
  isRevealOff: !canReveal,
  preview: isSpoken ? 'none' : 'auto',
  hasArrows: !ascii && !isSpoken,
});
