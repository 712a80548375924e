import type { Explorer } from '../explorer/actions/explorer.ts';
import { viewOf } from '../explorer/ink/view.ts';
import type { Look } from '../explorer/paint/appearance.ts';
import type { State } from '../explorer/state/state.ts';
import type { MountOptions, Screen, View } from '../tui/mount.ts';

type Seen = Pick<Screen, 'shade' | 'dress'> & {
  readonly explorer: Explorer;
  /** Whether the key just handled was the only one of its read. */
  readonly alone: () => boolean;
};

/** How the explorer is shown: painted, or told in lines for screen readers. */
export type Face = {
  readonly size: () => State['screen']['size'];
  readonly mounting: Pick<MountOptions, 'queriesBackground' | 'spoken'>;
  readonly view: (seen: Seen) => View;
};

type Terminal = { readonly stdout: NodeJS.WriteStream; readonly env: NodeJS.ProcessEnv };

export async function faceOf(look: Look, { stdout, env }: Terminal): Promise<Face> {
  if (!look.spoken)
    return {
      size: () => ({ columns: stdout.columns, rows: stdout.rows }),
      mounting: { queriesBackground: look.skin === 'auto' },
      view: ({ explorer, ...seen }) => viewOf(explorer, { ...seen, look }),
    };
  const [{ SPOKEN_SIZE }, { spokenOutput }] = await Promise.all([
    import('../explorer/speech/speaker.ts'),
    import('../terminal/output/spoken.ts'),
  ]);
  const output = spokenOutput(stdout, { hasSequences: env['TERM'] !== 'dumb' });
  return {
    size: () => SPOKEN_SIZE,
    mounting: { spoken: output },
    view: ({ explorer, alone }) => ({
      app: async () => {
        const [{ Voice }, { createElement }] = await Promise.all([
          import('../explorer/speech/voice.tsx'),
          import('react'),
        ]);
        return createElement(Voice, { explorer, alone, output });
      },
    }),
  };
}
