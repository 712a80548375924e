import { beganWords, type CauseGroup, causeLevel } from '../resources/cause.ts';
import { clean, joinFirst, type SafeText, safe, upper } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { exact } from '../text/units.ts';
import { shellWord } from '../text/words.ts';

/** `count`: `7+`. */
export type Post = Readonly<{
  cause: Omit<CauseGroup<unknown>, 'bots'>;
  /** Of its bots. */
  names: readonly SafeText[];
  count: SafeText;
  /** `37 of 40+ bots`. */
  checked: SafeText;
  unchecked: SafeText | undefined;
  /** Changes before it began, the nearest first. */
  changes: readonly SafeText[];
  place: string;
}>;

const MAX_NAMES = 5;
const MAX_CHANGES = 2;
const MAX_WORDS = 300;

/** Channels see no markup, link or mention in code. */
const code = (text: string) => safe`\`${clean(redactText(text).replaceAll('`', "'"), MAX_WORDS)}\``;

/** At most ten lines of Markdown. Times are UTC. */
export function postText({ cause, names, count, checked, unchecked, changes, place }: Post): string {
  const [initial = '', ...letters] = causeLevel(cause);
  const lines = [
    safe`**${upper(clean(initial))}${clean(letters.join(''))}**: ${code(cause.words)}`,
    safe``,
    safe`- Since: ${beganWords(cause, exact) ?? safe`not known`}`,
    safe`- Bots: ${count}: ${joinFirst(names, MAX_NAMES, code)}`,
    safe`- Where: ${cause.met}`,
    safe`- Checked: ${checked}`,
    safe`- Not checked: ${unchecked ?? safe`nothing was left out`}`,
    ...changes.slice(0, MAX_CHANGES).map(change => safe`- Changed before: ${code(change)}`),
    safe`- Place: ${code(`botscope ${shellWord(place.replaceAll('%3A', ':'))}`)}`,
  ];
  return `${lines.join('\n')}\n`;
}
