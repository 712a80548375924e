import { useStore } from 'zustand';
import { menuTitle } from '../dialogs/menu/dialog.ts';
import { layoutOf } from '../facts/layout.ts';
import { paintRule } from '../paint/paint.ts';
import { bodyRows, panelArea } from '../paint/screen.ts';
import type { Theme } from '../paint/theme.ts';
import type { State } from '../state/state.ts';
import { Menu, type MenuTopic, openMenu } from './menu.tsx';
import { Row, Rows } from './row.tsx';
import { type PartProps, usePainted } from './use-painted.ts';

type BodyProps = PartProps & { readonly alone: () => boolean };

/** The rows between title and message: the view or a dialog, and a panel. */
export function Body({ alone, ...part }: BodyProps) {
  const menu = useStore(part.store, openMenu);
  return (
    <>
      <Rows texts={usePainted(part, bodyRows)} />
      {menu === undefined ? <Panel {...part} /> : <MenuPanel {...part} of={menu} alone={alone} />}
    </>
  );
}

function Panel(part: PartProps) {
  return <Rows texts={usePainted(part, panelArea)} />;
}

const menuRule = (state: State, theme: Theme): string =>
  state.dialog?.kind === 'menu'
    ? paintRule(
        { title: menuTitle(state.dialog), right: undefined },
        { theme, width: layoutOf(state).columns },
      )
    : '';

function MenuPanel({ of, alone, ...part }: BodyProps & { readonly of: MenuTopic }) {
  const height = useStore(part.store, state => layoutOf(state).panel);
  const title = usePainted(part, menuRule);
  if (height === 0) return null;
  return (
    <>
      <Row text={title} />
      <Menu explorer={part.explorer} of={of} alone={alone} rows={height - 1} />
    </>
  );
}
