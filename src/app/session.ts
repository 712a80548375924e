import type { MissingLogin } from '../config/connection.ts';
import type { Config } from '../config/load.ts';
import { isOn } from '../config/resolve.ts';
import type { Extending } from '../explorer/state/slices.ts';
import type { Failure } from '../failure.ts';
import type { Connected } from '../login/connection.ts';
import { demo } from '../login/connection.ts';
import type { SafeText } from '../text/sanitise.ts';

/** What the settings say of requests: which of them outside of the API description, and whether all are written down. */
function requestRules({ values }: Config): { extending: Extending; trace: string | undefined } {
  const outside = isOn(values, 'ext') ? 'allowed' : 'asks';
  return { extending: isOn(values, 'strict') ? 'never' : outside, trace: values.trace?.text };
}

export type First = {
  readonly config: Config;
  /** Where to start; on the usual list without it. */
  readonly place?: string | undefined;
  readonly first: Connected | undefined;
  /** Why there is no connection yet. */
  readonly notice?: SafeText | undefined;
};

/** The first screen asks for what is missing; a profile that gave no access says why. */
export const asked = ({ missing, failure }: MissingLogin): Pick<First, 'first' | 'notice'> => ({
  first: undefined,
  notice: missing === 'access' ? failure.detail : undefined,
});

/** What the explorer needs of the command line that starts it. */
type Saying = {
  readonly version: string;
  readonly write: (text: string) => void;
  /** Says a failure and gives its exit code. */
  readonly complain: (failure: Failure) => number;
};

/** The explorer, and the demo when that is asked for in it. */
export async function exploring(
  { config, place, first, notice }: First,
  { version, write, complain }: Saying,
): Promise<number> {
  const [{ explore }, { lookOf }, { createLogins }, { guardOf }] = await Promise.all([
    import('./run-explorer.ts'),
    import('../explorer/paint/appearance.ts'),
    import('../login/connect.ts'),
    import('../explorer/view/write-protection.ts'),
  ]);
  const { values } = config;
  const look = lookOf(values, process.env);
  if ('kind' in look) return complain(look);
  const logins = createLogins(config, version);
  let start: { connected: Connected | undefined; place?: string | undefined; notice?: SafeText | undefined } =
    {
      connected: first,
      place,
      notice,
    };
  for (;;) {
    const { file, views, problems } = logins.config();
    const { code, message, next } = await explore(start.connected, {
      version,
      file: { ...file, views, problems: [...problems, ...look.problems] },
      place: start.place,
      doors: logins.doors(start.connected),
      openDoor: logins.open,
      notice: start.notice,
      look,
      guard: guardOf({ isDry: isOn(values, 'dryRun'), isAtOnce: isOn(values, 'grace') }),
      ...requestRules(config),
    });
    if (message !== undefined) write(`${message}\n`);
    if (next === 'quit') return code;
    start =
      next === 'demo'
        ? { connected: await demo(isOn(values, 'readOnly')) }
        : { connected: logins.taken(), place: next.place, notice: next.notice };
  }
}
