import accessibility from './accessibility.md' with { type: 'text' };
import deleting from './deleting.md' with { type: 'text' };
import exitCodes from './exit-codes.md' with { type: 'text' };
import exporting from './exporting.md' with { type: 'text' };
import filters from './filters.md' with { type: 'text' };
import keys from './keys.md' with { type: 'text' };
import performance from './performance.md' with { type: 'text' };
import places from './places.md' with { type: 'text' };
import sandbox from './sandbox.md' with { type: 'text' };
import scripting from './scripting.md' with { type: 'text' };
import settings from './settings.md' with { type: 'text' };
import ssh from './ssh.md' with { type: 'text' };
import type { Topic } from './topics.ts';

export const topicTexts: { readonly [T in Topic]: string } = {
  accessibility,
  deleting,
  'exit-codes': exitCodes,
  exporting,
  filters,
  keys,
  performance,
  places,
  sandbox,
  scripting,
  settings,
  ssh,
};
