import { isOn, type Values } from '../../config/resolve.ts';
import { unfit } from '../../config/validate.ts';
import { badArgument, badSetting, type Failure } from '../../failure.ts';
import type { Environment } from '../../terminal/capabilities.ts';
import { colourDepth, supportsLinks } from '../../terminal/capabilities.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
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
  const [problem] = values.skin === undefined ? [] : unfit({ skin: values.skin });
  const isFromFile = values.skin?.from === 'user' || values.skin?.from === 'project';
  // A wrong setting in a file must not prevent the start.
  if (problem !== undefined && !isFromFile) return badArgument(problem);
  const skin = problem === undefined ? (values.skin?.text ?? 'terminal') : 'terminal';
  return {
    skin,
    ascii: isOn(values, 'ascii'),
    // Printed lines stay in the terminal and may be read aloud, so secrets stay masked.
    canReveal: !isSpoken && !isOn(values, 'reveal'),
    isSpoken,
    depth: colourDepth(env),
    links: supportsLinks(env),
    problems: problem === undefined ? [] : [problem],
  };
}
