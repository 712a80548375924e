import { memo } from '../text/memo.ts';
import type { Field, Fields } from './field.ts';

export type Schema = Readonly<{
  type?: string | readonly string[] | undefined;
  format?: 'date-time';
  enum?: readonly (string | null)[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  additionalProperties?: Schema | false;
  required?: readonly string[];
  description?: string;
}>;

/** Its `$id` ends in a number, which changes if a member goes or means something else. */
export const schemaHead = (name: string, title: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:botscope:${name}`,
  title,
  type: 'object',
});

export const text: Schema = { type: 'string' };

/** `array of string`, `object (map)` */
const typeSchema = (type: string): Schema =>
  type === 'timestamp'
    ? { type: 'string', format: 'date-time' }
    : {
        type: type === 'health' ? 'object' : type.split(' ')[0],
        ...(type === 'array of string' && { items: text }),
      };

/** An enumeration without known values is a text; a secret may be masked. */
function fieldSchema({ type, values = [], secret, inner, each }: Field): Schema {
  const own = values.length > 0 ? { type: 'string', enum: [...values, null] } : typeSchema(type);
  if (secret) return {};
  const below = each && { type: 'object', properties: propertiesOf(each) };
  return {
    ...own,
    type: [`${own.type}`, 'null'],
    ...(inner && { properties: propertiesOf(inner) }),
    ...(below && (own.type === 'array' ? { items: below } : { additionalProperties: below })),
  };
}

/** Each may be null. */
export const propertiesOf = memo(
  (fields: Fields): Readonly<Record<string, Schema>> =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
  100,
);
