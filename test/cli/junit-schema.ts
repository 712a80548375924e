/** Attributes and elements that an element may hold. */
type ElementRule = {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Children in this order; each may occur as often as its range allows. */
  readonly children: readonly (readonly [name: string, min: number, max: number])[];
  readonly hasText: boolean;
};

const MANY = Number.POSITIVE_INFINITY;
const OUTCOME = { required: ['type'], optional: ['message'], children: [], hasText: true };

/**
 * Schema of JUnit reports as the Ant task writes them, which Jenkins, GitLab and Azure read: the strictest
 * of those that are published, without elements that no report of ours has.
 */
export const junitSchema: { readonly [element: string]: ElementRule } = {
  testsuites: { required: [], optional: [], children: [['testsuite', 0, MANY]], hasText: false },
  testsuite: {
    required: ['name', 'timestamp', 'hostname', 'tests', 'failures', 'errors', 'time', 'package', 'id'],
    optional: ['skipped'],
    children: [
      ['properties', 1, 1],
      ['testcase', 0, MANY],
      ['system-out', 1, 1],
      ['system-err', 1, 1],
    ],
    hasText: false,
  },
  properties: { required: [], optional: [], children: [], hasText: false },
  testcase: {
    required: ['name', 'classname', 'time'],
    optional: [],
    children: [
      ['error', 0, 1],
      ['failure', 0, 1],
    ],
    hasText: false,
  },
  error: OUTCOME,
  failure: OUTCOME,
  'system-out': { required: [], optional: [], children: [], hasText: true },
  'system-err': { required: [], optional: [], children: [], hasText: true },
};

/** An element of a parsed document. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};

/** Attributes with a form of their own. */
const FORMS: { readonly [attribute: string]: RegExp } = {
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  tests: /^\d+$/,
  failures: /^\d+$/,
  errors: /^\d+$/,
  time: /^\d+(\.\d+)?$/,
  id: /^\d+$/,
};

/** Returns what breaks the schema. */
export function schemaProblems({ name, attributes, children, text }: XmlElement): readonly string[] {
  const rule = junitSchema[name];
  if (rule === undefined) return [`unknown element ${name}`];
  const names = children.map(child => child.name).join(' ');
  const order = new RegExp(
    `^${rule.children.map(([child, min, max]) => `(?:${child} ){${min},${max === MANY ? '' : max}}`).join('')}$`,
  );
  return [
    ...rule.required.filter(each => !(each in attributes)).map(each => `${name} lacks ${each}`),
    ...Object.keys(attributes)
      .filter(each => !rule.required.includes(each) && !rule.optional.includes(each))
      .map(each => `${name} has ${each}`),
    ...Object.entries(attributes)
      .filter(([each, value]) => FORMS[each]?.test(value) === false)
      .map(([each, value]) => `${name} ${each}="${value}"`),
    ...(order.test(names === '' ? '' : `${names} `) ? [] : [`${name} holds ${names}`]),
    ...(rule.hasText || text.trim() === '' ? [] : [`${name} holds text`]),
    ...children.flatMap(schemaProblems),
  ];
}
