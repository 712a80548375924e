import { nounOf } from '../shared/nouns.ts';
import { type FindingPolicy, isFailing } from './policy.ts';
import { type CheckedRecord, type HealthReport, newFindingsOf, summaryOf } from './report.ts';

/** Characters that XML 1.0 does not allow, even as references. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, sign => ENTITIES[sign] ?? '');

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');

type Case = { readonly id: string; readonly name: string; readonly element: string };

/** Returns the test case of a record: it fails once, however many findings it has. */
function caseOf(record: CheckedRecord, policy: FindingPolicy): Case {
  const { id, name } = record;
  const found = newFindingsOf(record, policy).filter(({ level }) => isFailing(level, policy.failOn));
  const [first] = found;
  if (first === undefined) return { id, name, element: '' };
  const message = found.map(({ title }) => title).join('; ');
  const lines = found.map(each => {
    const detail = each.detail === undefined ? '' : `: ${each.detail}`;
    return `${each.level}: ${each.text}${detail} [${each.id}]`;
  });
  const about = attributes({ message, type: first.level });
  return { id, name, element: `<failure${about}>${escapeXml(lines.join('\n'))}</failure>` };
}

const errorCase = (id: string, about: { readonly message: string; readonly type: string }): Case => ({
  id,
  name: id,
  element: `<error${attributes(about)}></error>`,
});

/**
 * Prints a report as JUnit XML. Each record is a test case: failed with findings at or above `--fail-on`, in
 * error if it could not be read. Has every element and attribute that the schemas of Jenkins and Ant demand.
 */
export function junitReport(report: HealthReport): string {
  const { resource, checked, unread, gap, policy, at } = report;
  const noun = nounOf(resource);
  const results = checked.map(record => caseOf(record, policy));
  const failed = new Set(results.filter(({ element }) => element !== '').map(({ id }) => id));
  // A record has one case: its findings, else what could not be read of it.
  const errors = [
    ...(gap === undefined ? [] : [errorCase(`list of ${noun}`, { message: gap, type: 'incomplete' })]),
    ...unread
      .filter(({ id }) => !failed.has(id))
      .map(({ id, kind, why, part }) =>
        errorCase(id, { message: part === undefined ? why : `${part}: ${why}`, type: kind }),
      ),
  ];
  const inError = new Set(errors.map(({ id }) => id));
  const cases = [...results.filter(({ id }) => !inError.has(id)), ...errors];
  const suite = attributes({
    id: 0,
    name: noun,
    package: 'botscope',
    timestamp: new Date(at).toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: cases.filter(({ element }) => element.startsWith('<failure')).length,
    errors: errors.length,
    time: 0,
  });
  const lines = cases.map(({ id, name, element }) => {
    const about = attributes({ name: name === id ? id : `${name} (${id})`, classname: noun, time: 0 });
    return `    <testcase${about}>${element}</testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${suite}>`,
    `    <properties><property${attributes({ name: 'fail-on', value: policy.failOn })}></property></properties>`,
    ...lines,
    `    <system-out>${escapeXml(summaryOf(report))}</system-out>`,
    '    <system-err></system-err>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
