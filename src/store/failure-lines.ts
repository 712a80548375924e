import { explain, type Failure, type Keys, type Sent } from '../failure.ts';
import { MASK } from '../resources/field.ts';
import type { Resource } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { clockTime } from '../text/time.ts';
import { wrap } from '../text/width.ts';
import { keyName } from './key-names.ts';
import { blank, type Line, span, textLine, titleLine } from './line.ts';
import type { Keymap, Server } from './state.ts';

type About = {
  readonly server: Server | undefined;
  readonly width: number;
  /** The kind that was asked for. */
  readonly resource: Resource;
  readonly keymap: Keymap;
};

function sentRow(name: string, value: SafeText, from: SafeText | undefined): Line {
  return textLine(
    `sent:${name}`,
    span(safe`     ${clean(name.padEnd(16))}`, 'label'),
    span(value),
    span(from === undefined ? safe`` : safe`   from ${from}`, 'dim'),
  );
}

/** What was sent and where each part came from; of the token only a hint, and only where the token is in doubt. */
function sentLines(sent: Sent, failure: Failure, server: Server | undefined): Line[] {
  const origins = server?.origins;
  const token = failure.kind === 'unauthorised' ? server?.tokenHint : undefined;
  const scope = sent.scope;
  const rows = [
    sentRow('address', clean(sent.baseUrl, 200), origins?.baseUrl),
    sentRow('token', token ?? MASK, origins?.token),
  ];
  if (scope === undefined) return rows;
  const from = scope.header === 'x-workspace-id' ? origins?.workspaceId : undefined;
  return [...rows, sentRow(scope.header, clean(scope.value, 100), from)];
}

const keysOf = (keymap: Keymap): Keys => ({
  again: keyName({ keymap }, 'place.reload'),
  back: keyName({ keymap }, 'place.back'),
});

/** What happened, what was sent and what to do about a failure. */
export function failureLines(failure: Failure, { server, width, resource, keymap }: About): readonly Line[] {
  const { title, advice: general } = explain(failure, keysOf(keymap));
  const { absent } = resource;
  const advice = failure.kind === 'not-found' && absent !== undefined ? [absent, ...general] : general;
  const { sent, detail, errorId } = failure;
  const tries = sent !== undefined && sent.tries > 1 ? safe`, ${sent.tries} tries` : safe``;
  const happened =
    sent === undefined
      ? []
      : [
          textLine(
            'request',
            span(safe`   ${clean(sent.method)} ${clean(sent.path, 300)}`, 'strong'),
            span(safe`   ${sent.ms} ms at ${clockTime(sent.at)}${tries}`, 'dim'),
          ),
        ];
  const words = detail === undefined ? [] : wrap(detail, Math.max(20, width - 16));
  return [
    titleLine('failure', title),
    blank('blank:1'),
    ...happened,
    ...words.map((text, at) =>
      textLine(
        `detail:${at}`,
        span(at === 0 ? safe`   message     ` : safe`               `, 'label'),
        span(text),
      ),
    ),
    ...(failure.kind === 'redirected' && failure.to !== undefined
      ? [textLine('to', span(safe`   points to   `, 'label'), span(failure.to))]
      : []),
    ...(errorId === undefined
      ? []
      : [textLine('errorId', span(safe`   error id    `, 'label'), span(errorId))]),
    ...(sent === undefined
      ? []
      : [
          blank('blank:2'),
          textLine('sent', span(safe`   What was sent`, 'strong')),
          ...sentLines(sent, failure, server),
        ]),
    blank('blank:3'),
    textLine('todo', span(safe`   What you can do`, 'strong')),
    ...advice.flatMap((text, at) =>
      wrap(text, Math.max(20, width - 8)).map((row, part) =>
        textLine(`todo:${at}:${part}`, span(safe`     ${row}`)),
      ),
    ),
  ];
}
