import { safe } from '../text/sanitise.ts';
import { blank, type Line, linkLine, span, textLine } from './line.ts';

/** The first screen when no server is known: what botscope needs, and the demo. */
export function startLines(): readonly Line[] {
  const say = (id: string, text: ReturnType<typeof safe>): Line => textLine(id, span(text));
  return [
    blank('b1'),
    say('what', safe`   botscope looks at the bots of one workspace at a time.`),
    say('need', safe`   It needs an address, a token and a workspace id:`),
    blank('b2'),
    textLine('token', span(safe`     export BP_TOKEN=…          `, 'strong'), span(safe`your token`, 'dim')),
    textLine(
      'ws',
      span(safe`     export BP_WORKSPACE_ID=…   `, 'strong'),
      span(safe`or --workspace-id`, 'dim'),
    ),
    textLine(
      'url',
      span(safe`     export BP_API_URL=…        `, 'strong'),
      span(safe`or --api-url; the official service when left out`, 'dim'),
    ),
    blank('b3'),
    say('again', safe`   Set them, then start botscope again. Nothing has been sent yet.`),
    blank('b4'),
    linkLine(
      'demo',
      { to: 'demo' },
      span(safe`   Or press `),
      span(safe`Enter`, 'key'),
      span(safe` to look around with demo data: no account needed.`),
    ),
  ];
}
