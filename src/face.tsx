import type { ReactNode } from 'react';
import type { Look } from './looks.ts';
import type { State } from './store/state.ts';
import { App, type AppProps } from './ui/app.tsx';
import type { MountOptions } from './ui/mount.tsx';

/** How the explorer is shown: painted, or told in lines for screen readers. */
export type Face = {
  readonly size: () => State['size'];
  readonly mounting: Pick<MountOptions, 'asksShade' | 'spoken'>;
  readonly view: (seen: Omit<AppProps, 'look'>) => ReactNode;
};

type Terminal = { readonly stdout: NodeJS.WriteStream; readonly env: NodeJS.ProcessEnv };

export async function faceOf(look: Look, { stdout, env }: Terminal): Promise<Face> {
  if (!look.spoken)
    return {
      size: () => ({ columns: stdout.columns, rows: stdout.rows }),
      mounting: { asksShade: look.skin === 'auto' },
      view: seen => <App {...seen} look={look} />,
    };
  const [{ Voice, SPOKEN_SIZE }, { spokenOutput }] = await Promise.all([
    import('./ui/voice/voice.tsx'),
    import('./terminal/spoken.ts'),
  ]);
  const output = spokenOutput(stdout, { hasSequences: env['TERM'] !== 'dumb' });
  return {
    size: () => SPOKEN_SIZE,
    mounting: { spoken: output },
    view: ({ explorer, alone }) => <Voice {...{ explorer, alone, output }} />,
  };
}
