import type { SafeText } from './text/sanitise.ts';

/** A command of the person's own, from the settings file: a program with its arguments, no shell between. */
export type OwnCommand = {
  readonly name: string;
  /** The words; `{id}` and the like in all but the first stand for values of the record that is meant. */
  readonly run: readonly string[];
  readonly keys: readonly string[];
  /** Kinds of records that it is for; of all when there are none. */
  readonly on: readonly string[];
  readonly help?: string;
  /** It changes something: it is asked for first, and not offered where nothing may be changed. */
  readonly isDangerous: boolean;
  /** What it printed stays on the screen until Enter. */
  readonly waits: boolean;
  /** Where it stands, `settings.yaml line 3`. */
  readonly origin: SafeText;
};
