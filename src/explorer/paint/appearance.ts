import { isOn, type Values } from '../../config/resolve.ts';
import { unfit } from '../../config/validate.ts';
import { badArgument, badSetting, type Failure } from '../../failure.ts';
import type { Environment } from '../../terminal/capabilities.ts';
import { colourDepth, supportsLinks } from '../../terminal/capabilities.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Looks } from './theme.ts';

/** How the explorer looks: the skin's name, or `auto` for the one that fits the background; whether secrets may be shown. */
export type Look = Looks & {
  readonly skin: string;
  readonly reveals: boolean;
  /** Whether it is told in lines for a screen reader, in place of a screen. */
  readonly spoken: boolean;
  /** What a settings file says of it that is not understood. */
  readonly problems: readonly SafeText[];
};

/** What was asked for and what the terminal can do, or why nothing can be shown. */
export function lookOf(values: Values, env: Environment): Look | Failure {
  const spoken = isOn(values, 'screenReader');
  if (env['TERM'] === 'dumb' && !spoken)
    return badSetting(
      safe`TERM is "dumb": the explorer needs a terminal that moves its cursor. If this one does: TERM=xterm-256color botscope. Else: botscope --screen-reader, in plain lines.`,
    );
  const [problem] = values.skin === undefined ? [] : unfit({ skin: values.skin });
  const isFromFile = values.skin?.from === 'user' || values.skin?.from === 'project';
  // What stands in a file is no reason to show nothing.
  if (problem !== undefined && !isFromFile) return badArgument(problem);
  const skin = problem === undefined ? (values.skin?.text ?? 'terminal') : 'terminal';
  return {
    skin,
    ascii: isOn(values, 'ascii'),
    // What was said stays in the terminal, and may be said aloud.
    reveals: !spoken && !isOn(values, 'reveal'),
    spoken,
    depth: colourDepth(env),
    links: supportsLinks(env),
    problems: problem === undefined ? [] : [problem],
  };
}
