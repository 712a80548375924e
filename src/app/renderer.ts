import type { Explorer } from '../explorer/actions/explorer.ts';
import { viewOf } from '../explorer/ink/explorer-view.ts';
import type { Appearance } from '../explorer/paint/appearance.ts';
import type { State } from '../explorer/state/state.ts';
import type { MountOptions, Screen, View } from '../tui/mount.ts';

type ViewContext = Pick<Screen, 'background' | 'setStyle'> & {
  readonly explorer: Explorer;
  /** Returns true if the key just handled was the only one of its read. */
  readonly alone: () => boolean;
};

/** The form in which a run shows the explorer: painted rows, or lines for screen readers. */
export type Renderer = {
  readonly size: () => State['screen']['size'];
  readonly mounting: Pick<MountOptions, 'queriesBackground' | 'spoken'>;
  readonly view: (context: ViewContext) => View;
};

type Terminal = { readonly stdout: NodeJS.WriteStream; readonly env: NodeJS.ProcessEnv };

/** Loads the renderer of an appearance: that of the screen, or that for screen readers. */
export async function rendererFor(appearance: Appearance, { stdout, env }: Terminal): Promise<Renderer> {
  if (!appearance.isSpoken)
    return {
      size: () => ({ columns: stdout.columns, rows: stdout.rows }),
      mounting: { queriesBackground: appearance.skin === 'auto' },
      view: ({ explorer, ...context }) => viewOf(explorer, { ...context, appearance }),
    };
  const [{ SPOKEN_SIZE }, { createSpeechOutput }] = await Promise.all([
    import('../explorer/speech/speaker.ts'),
    import('../terminal/output/spoken.ts'),
  ]);
  const output = createSpeechOutput(stdout, { hasSequences: env['TERM'] !== 'dumb' });
  return {
    size: () => SPOKEN_SIZE,
    mounting: { spoken: output },
    view: ({ explorer, alone }) => ({
      app: async () => {
        const [{ Speech }, { createElement }] = await Promise.all([
          import('../explorer/speech/speech.tsx'),
          import('react'),
        ]);
        return createElement(Speech, { explorer, alone, output });
      },
    }),
  };
}
