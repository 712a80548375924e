import { filterableFields } from '../../resources/fields.ts';
import type { Resource } from '../../resources/resource.ts';
import { allOf, err, ok, type Result } from '../../text/result.ts';
import { clean, safe } from '../../text/sanitise.ts';
import { wordHint } from '../../text/suggest.ts';

/** Parses the path of a field, `tags.env`: its first name must be a known field, in any case. */
export function fieldPath(resource: Resource, flag: string, text: string): Result<string> {
  const known = Object.keys(filterableFields(resource));
  const [word = '', ...steps] = text.trim().split('.');
  const name =
    known.find(each => each === word) ?? known.find(each => each.toLowerCase() === word.toLowerCase());
  if (name !== undefined && steps.every(step => step !== '')) return ok([name, ...steps].join('.'));
  const hint = name === undefined ? wordHint(word, known) : safe`Did you mean ${clean(name)}?`;
  return err(safe`${clean(flag)}: unknown field "${clean(text.trim(), 40)}". ${hint}`);
}

/** Parses the paths of `--columns`. */
export const fieldPaths = (resource: Resource, text: string): Result<readonly string[]> =>
  allOf(text.split(',').map(path => fieldPath(resource, '--columns', path)));
