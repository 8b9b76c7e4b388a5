import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const records = new Map(
  globSync('docs/decisions/*.md')
    .map((path) => [basename(path), readFileSync(path, 'utf8')] as const)
    .sort(([one], [other]) => one.localeCompare(other)),
);

const statusOf = (text: string) => /^## Status\n+(.*?)\n+## /msu.exec(text)?.[1] ?? '';

/** Records that a status names. */
const namedIn = (status: string) =>
  Array.from(status.matchAll(/\]\(([\d\w-]+\.md)\)/gu), ([, name = '']) => name);

test('every record has the four sections, and a status with its day', () => {
  const wrong = [...records].filter(([name, text]) => {
    const headings = Array.from(text.matchAll(/^## (.*)$/gmu), ([, heading]) => heading);
    const isInOrder = headings.join(', ').startsWith('Status, Context, Decision, Consequences');
    const hasNumber = text.startsWith(`# ${name.slice(0, 3)} `);
    return !isInOrder || !hasNumber || !/^Accepted, \d{4}-\d\d-\d\d\./u.test(statusOf(text));
  });
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test('a record that replaces part of another is named by the status of that', () => {
  const silent = [...records].flatMap(([name, text]) =>
    namedIn(statusOf(text))
      .filter((other) => !namedIn(statusOf(records.get(other) ?? '')).includes(name))
      .map((other) => `${other} does not name ${name}`),
  );
  expect(silent).toEqual([]);
});
