import { explain, type Failure, type SentRequest } from '../../../failure.ts';
import { MASK } from '../../../resources/field.ts';
import type { Resource } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { clean, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { clockTime } from '../../../text/units.ts';
import { cells, wrap } from '../../../text/width.ts';
import { blank, type Lines, span, textLine, titleLine, wrappedLines } from '../../facts/line.ts';
import { keyIn } from '../../state/key-names.ts';
import type { Server, State } from '../../state/state.ts';
import { loginChoices } from '../start/start-lines.ts';

const LABEL_CELLS = 21;

type SentPart = Readonly<{ name: string; value: SafeText; from?: SafeText | undefined }>;

function partLines({ name, value, from }: SentPart, width: number): Lines {
  const id = `sent:${name}`;
  const origin = (indent: SafeText): Lines =>
    from === undefined ? [] : [textLine(`${id}:from`, span(safe`${indent}from ${from}`, 'dim'))];
  if (cells(value) + LABEL_CELLS > width)
    return [
      textLine(id, span(safe`     ${clean(name)}`, 'label')),
      ...wrappedLines(id, span(value), width, 7),
      ...origin(safe`       `),
    ];
  const label = span(safe`     ${clean(name.padEnd(16))}`, 'label');
  const beside = from === undefined ? safe`` : safe`   from ${from}`;
  if (cells(value) + cells(beside) + LABEL_CELLS <= width)
    return [textLine(id, label, span(value), span(beside, 'dim'))];
  return [textLine(id, label, span(value)), ...origin(repeat(safe` `, LABEL_CELLS))];
}

function sentParts({ baseUrl, scope }: SentRequest, failure: Failure, server?: Server): readonly SentPart[] {
  const { origins, proxy } = server ?? {};
  const token = failure.kind === 'unauthorised' ? server?.tokenHint : undefined;
  const scoped = scope && {
    name: scope.header,
    value: clean(scope.value, 100),
    from: scope.header === 'x-workspace-id' ? origins?.workspaceId : undefined,
  };
  return [
    { name: 'address', value: clean(baseUrl, 200), from: origins?.baseUrl },
    ...(proxy ? [{ name: 'through proxy', value: proxy.address, from: proxy.from }] : []),
    { name: 'token', value: token ?? MASK, from: origins?.token },
    ...(scoped ? [scoped] : []),
  ];
}

function requestHead({ method, path, ms, at, tries }: SentRequest, width: number): Lines {
  const request = span(safe`${clean(method)} ${clean(path, 300)}`, 'strong');
  const took = safe`   ${ms} ms at ${clockTime(at)}${tries > 1 && safe`, ${tries} tries`}`;
  const isShort = cells(request.text) + cells(took) + 3 <= width;
  const lines = isShort
    ? [textLine('request', span(safe`   ${request.text}`, 'strong'), span(took, 'dim'))]
    : [...wrappedLines('request', request, width), textLine('request:took', span(took, 'dim'))];
  return lines.map(line => ({ ...line, copy: `${method} ${path}` }));
}

function requestLines({ sent, detail, ...failure }: Failure, width: number): Lines {
  const labelled = (name: string, text: SafeText | undefined): Lines => {
    const rows = text === undefined ? [] : wrap(text, Math.max(20, width - 16));
    return rows.map((row, at) => {
      const label = clean((at === 0 ? name : '').padEnd(12));
      return { ...textLine(`${name}:${at}`, span(safe`   ${label}`, 'label'), span(row)), copy: text };
    });
  };
  return [
    ...(sent === undefined ? [] : requestHead(sent, width)),
    ...labelled('message', detail),
    ...(failure.kind === 'redirected' ? labelled('points to', failure.to) : []),
    ...labelled('error type', failure.errorType),
    ...labelled('error id', failure.errorId),
  ];
}

const withChoices = (lines: Lines): Lines =>
  lines.some(line => line.kind === 'text' && line.target !== undefined)
    ? lines.map(line => (line.kind === 'text' && line.target === undefined ? { ...line, id: '' } : line))
    : lines;

export const failureLines = memo((failure: Failure, resource: Resource, state: State): Lines => {
  const width = state.screen.size.columns;
  const { title, advice } = explain(failure, {
    retry: keyIn(state, 'place.reload'),
    back: keyIn(state, 'place.back'),
  });
  const { sent } = failure;
  const isRefused = failure.kind === 'unauthorised';
  const hint = failure.kind === 'not-found' ? resource.missingHint : undefined;
  const sentTitle = isRefused ? safe`   One of these is wrong:` : safe`   What was sent`;
  return withChoices([
    titleLine('failure', title),
    blank('blank:1'),
    ...requestLines(failure, width),
    ...(sent ? [blank('blank:2'), textLine('sent', span(sentTitle, 'strong'))] : []),
    ...(sent ? sentParts(sent, failure, state.session.server) : []).flatMap(part => partLines(part, width)),
    blank('blank:3'),
    textLine('todo', span(safe`   What you can do`, 'strong')),
    ...(isRefused
      ? loginChoices(state.user.logins)
      : [...(hint ? [hint] : []), ...advice].flatMap((text, at) =>
          wrappedLines(`todo:${at}`, span(text), width, 5),
        )),
  ]);
});
