import { Box, type Key as InkKey, Text as InkText, Transform, useInput, usePaste } from 'ink';
import SelectInput from 'ink-select-input';
import Spinner from 'ink-spinner';
import { memo as component, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { memo } from '../../text/memo.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { Key } from '../commands/command.ts';
import { shownSkin } from '../dialogs/palette/suggestions.ts';
import type { FormName } from '../dialogs/shared/dialog.ts';
import { layoutOf } from '../facts/layout.ts';
import { VISIBLE_AFTER_MS, type Work, workOf } from '../frame/progress.ts';
import { paste, press } from '../keyboard/keyboard.ts';
import {
  bodyRows,
  footerRows,
  markedRow,
  markedRows,
  panelRows,
  placeBeside,
  placeRows,
  screenFact,
  titleRows,
  tooSmallRows,
  unmarkedRows,
} from '../paint/screen.ts';
import type { Theme } from '../paint/theme.ts';
import type { State } from '../state/state.ts';

const NAMED = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
] as const;

/** Ink reports Esc itself with Alt. */
function modifiedName(name: string, { ctrl, meta }: InkKey): string {
  if (name === 'escape') return name;
  return `${ctrl ? 'ctrl+' : ''}${meta ? 'alt+' : ''}${name}`;
}

/** Keys that cannot be told apart (`ctrl+j` and Enter) share a name. */
export function keyOfEvent(input: string, event: InkKey): Key {
  const named = NAMED.find(([flag]) => event[flag])?.[1];
  if (event.shift && (named === 'tab' || named === 'up' || named === 'down'))
    return { name: `shift+${named}`, text: '' };
  if (named !== undefined) return { name: modifiedName(named, event), text: '' };
  if (input === '\r' || input === '\n') return { name: 'enter', text: '' };
  if (event.ctrl) return { name: `ctrl+${input === ' ' ? 'space' : input}`, text: '' };
  if (event.meta) return { name: `alt+${input}`, text: '' };
  return { name: input === ' ' ? 'space' : input, text: input };
}

export function useKeys(explorer: Explorer): void {
  const { hideSecret, terminalHost } = explorer;
  useInput((input, key) => {
    if (!key.ctrl || input !== 'z')
      return press(explorer, keyOfEvent(input, key), { alone: terminalHost.isKeyAlone() });
    hideSecret();
    terminalHost.suspend();
  });
  usePaste(text => paste(explorer, text));
}

type PartProps = Readonly<{ explorer: Explorer; theme: Theme }>;

type FormProps = PartProps & { readonly area: 'body' | 'panel' };

type Painter = (state: State, theme: Theme) => readonly string[];

const PARTS = 10;
const paintsOnce = memo((paint: Painter, theme: Theme) => memo((state: State) => paint(state, theme)), PARTS);

const usePainted = ({ explorer, theme }: PartProps, paint: Painter): readonly string[] =>
  useStore(explorer.store, useShallow(paintsOnce(paint, theme)));

/** One string takes half the work of a box for every cell. It fits: Ink's layout only measures a space. */
const Row = component(function Row({ text }: { readonly text: string }) {
  return <Transform transform={() => text}> </Transform>;
});

function Rows({ paint, ...part }: PartProps & { readonly paint: Painter }) {
  // The index is the key, because rows are positions on the screen.
  return usePainted(part, paint).map((text, at) => <Row key={String(at)} text={text} />);
}

const Part = ({ area, ...part }: FormProps) => (
  <Rows {...part} paint={area === 'body' ? bodyRows : panelRows} />
);

/** Six are alike, and stand apart so that each form has a component of its name. */
const List = (part: FormProps) => <Part {...part} />;

const Record = (part: FormProps) => <Part {...part} />;

const Text = (part: FormProps) => <Part {...part} />;

const Confirm = (part: FormProps) => <Part {...part} />;

const Delete = (part: FormProps) => <Part {...part} />;

const Form = (part: FormProps) => <Part {...part} />;

/** Its rows and the marked one come from the store: ink-select-input gets no key. */
function Palette(part: FormProps) {
  const [title = '', ...rows] = usePainted(part, unmarkedRows);
  const [, ...marked] = usePainted(part, markedRows);
  const mark = useStore(part.explorer.store, markedRow);
  return (
    <>
      <Row text={title} />
      <SelectInput
        key={[mark, ...rows].join('\n')}
        isFocused={false}
        items={rows.map((label, at) => ({ key: String(at), label, value: marked[at] ?? label }))}
        initialIndex={mark}
        indicatorComponent={NoIndicator}
        itemComponent={Item}
      />
    </>
  );
}

/** A marked row has its mark painted. */
const NoIndicator = (): null => null;

type ItemProps = Readonly<{ isSelected?: boolean; label: string; value?: string }>;

function Item({ isSelected = false, label, value = label }: ItemProps) {
  return <Row text={isSelected ? value : label} />;
}

const FORMS: { readonly [F in FormName]: (props: FormProps) => ReactNode } = {
  list: List,
  record: Record,
  text: Text,
  palette: Palette,
  confirm: Confirm,
  delete: Delete,
  form: Form,
};

const COUNT_FROM_S = 2;
const TICK_MS = 500;

function useElapsed(since: number, now: () => number): number | undefined {
  const [shown, setShown] = useState(() => now() - since >= VISIBLE_AFTER_MS);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!shown) {
      const left = Math.max(0, Math.min(VISIBLE_AFTER_MS, since + VISIBLE_AFTER_MS - now()));
      const first = setTimeout(() => setShown(true), left);
      return () => clearTimeout(first);
    }
    const ticking = setInterval(() => setSeconds(Math.floor((now() - since) / 1000)), TICK_MS);
    return () => clearInterval(ticking);
  }, [shown, since, now]);
  return shown ? seconds : undefined;
}

/** `spinner`: before the words, one of its turns; none in a pause. */
type Busy = Readonly<{ words: string; spinner?: { type: 'simpleDots' | 'dots11'; turn: string } }>;

/** Shows the duration from two seconds on; or a pause of the server. */
function busyOf(
  { label, stops, wait, again = 'retrying', count }: Work,
  { seconds, now, isSlowLine }: { seconds: number; now: number; isSlowLine: boolean },
): Busy {
  const stop = stops ? ' · Esc stops' : '';
  const left = wait === undefined ? 0 : Math.ceil((wait.until - now) / 1000);
  const counted = count === undefined ? [] : [count];
  if (wait !== undefined && left > 0) {
    const status = wait.status === undefined ? [] : [wait.status];
    return { words: [...status, ...counted, `${again} in ${left} s${stop}`].join(' · ') };
  }
  const duration = seconds >= COUNT_FROM_S ? [`${seconds} s${stop}`] : [];
  return {
    words: [label, ...counted, ...duration].join(' '),
    // On a slow line to the terminal the spinner turns four times less often.
    spinner: isSlowLine ? { type: 'simpleDots', turn: '...' } : { type: 'dots11', turn: '⠁' },
  };
}

function Header(part: PartProps) {
  const hasPlace = useStore(part.explorer.store, state => layoutOf(state).header);
  const work = useStore(part.explorer.store, useShallow(workOf));
  const isIdle = work === undefined;
  return (
    <>
      {hasPlace && (isIdle ? <Place {...part} /> : <PlaceAtWork key={work.since} {...part} work={work} />)}
      <Rows {...part} paint={titleRows} />
    </>
  );
}

const Place = (part: PartProps) => <Rows {...part} paint={placeRows} />;

/**
 * The indicator appears once work is slow. Each turn of the spinner is a frame that writes one braille cell.
 */
function PlaceAtWork({ work, ...part }: PartProps & { readonly work: Work }) {
  const { now, terminalHost } = part.explorer;
  const seconds = useElapsed(work.since, now);
  const hasBar = useStore(part.explorer.store, state => screenFact(state).title.work !== undefined);
  const { words, spinner } = busyOf(hasBar ? { ...work, count: undefined } : work, {
    seconds: seconds ?? 0,
    now: now(),
    isSlowLine: terminalHost.isSlow(),
  });
  const text = spinner === undefined ? words : `${spinner.turn} ${words}`;
  const { columns, place, modes } = useStore(
    part.explorer.store,
    useShallow(state => placeBeside(state, part.theme, text)),
  );
  if (seconds === undefined) return <Place {...part} />;
  return (
    <Box width={columns} height={1} justifyContent="space-between" overflow="hidden">
      <Box flexShrink={1} height={1} overflow="hidden">
        <InkText wrap="truncate">{place}</InkText>
      </Box>
      <Box flexShrink={0} height={1}>
        <InkText>
          {modes}
          {spinner && <Spinner type={spinner.type} />}
          {spinner && ' '}
          {words}{' '}
        </InkText>
      </Box>
    </Box>
  );
}

type AppProps = Omit<PartProps, 'theme'> &
  Readonly<{
    themeFor: (skin: string) => Theme;
    setStyle: (skin: string) => void;
  }>;

export function App({ explorer, themeFor, setStyle }: AppProps) {
  useKeys(explorer);
  const skin = useStore(explorer.store, shownSkin);
  useLayoutEffect(() => setStyle(skin), [setStyle, skin]);
  return <Screen explorer={explorer} theme={themeFor(skin)} />;
}

const formsOf = (state: State) => ({
  ...state.screen.size,
  isSmall: layoutOf(state).isTooSmall,
  body: screenFact(state).body.form,
  panel: screenFact(state).panel?.form,
});

export function Screen(part: PartProps) {
  const { columns, rows, isSmall, body, panel } = useStore(part.explorer.store, useShallow(formsOf));
  const Body = FORMS[body];
  const Panel = panel && FORMS[panel];
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      {isSmall ? (
        <Rows {...part} paint={tooSmallRows} />
      ) : (
        <>
          <Header {...part} />
          <Body {...part} area="body" />
          {Panel && <Panel {...part} area="panel" />}
          <Rows {...part} paint={footerRows} />
        </>
      )}
    </Box>
  );
}
