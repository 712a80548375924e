import fc from 'fast-check';

export const keyNamed = (name: string) => ({ name, text: [...name].length === 1 ? name : '' });
/** Keys that move, open, close and type; most of them move. */
const NAMES = [
  'down down down up up pagedown pagedown pageup home end j k G g',
  'enter enter escape escape tab space y w ? : / a h z b e 2',
  't C s backspace left right ctrl+e ctrl+d ctrl+u n x',
].flatMap(names => names.split(' '));

export const someKeys = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 5 });
