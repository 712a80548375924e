import { useStore } from 'zustand';
import { menuTitle } from '../dialogs/menu/dialog.ts';
import { paintRule } from '../paint/paint.ts';
import { belowRows, bodyRows } from '../paint/screen.ts';
import type { Theme } from '../paint/theme.ts';
import type { State } from '../state/state.ts';
import { layoutOf } from '../view/layout.ts';
import { Menu, type MenuOf, shownMenu } from './menu.tsx';
import { Row, Rows } from './row.tsx';
import { type Shared, usePainted } from './use-painted.ts';

type Keyed = Shared & { readonly alone: () => boolean };

/** The rows between title and message: the view or the dialog that covers it, and a panel. */
export function Body({ alone, ...shared }: Keyed) {
  const menu = useStore(shared.store, shownMenu);
  return (
    <>
      <Rows texts={usePainted(shared, bodyRows)} />
      {menu === undefined ? <Below {...shared} /> : <MenuPanel {...shared} of={menu} alone={alone} />}
    </>
  );
}

function Below(shared: Shared) {
  return <Rows texts={usePainted(shared, belowRows)} />;
}

const menuRule = (state: State, theme: Theme): string =>
  state.dialog?.kind === 'menu'
    ? paintRule(menuTitle(state.dialog), undefined, { theme, width: layoutOf(state).columns })
    : '';

function MenuPanel({ of, alone, ...shared }: Keyed & { readonly of: MenuOf }) {
  const height = useStore(shared.store, state => layoutOf(state).panel);
  const title = usePainted(shared, menuRule);
  if (height === 0) return null;
  return (
    <>
      <Row text={title} />
      <Menu explorer={shared.explorer} of={of} alone={alone} rows={height - 1} />
    </>
  );
}
