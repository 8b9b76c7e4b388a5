import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { sourceFiles } from '#tests/support/read-imports.ts';

/** What holds whole documents: a list of it has as many items as a document has lines, rows or words. */
const HOLDS_DOCUMENTS =
  /^gateway\/(?:engine\/(?:analysis|health|quoting|reading|segments|splitting|rendering\.ts)|modules\/units|node\/processes\/(?:reader|indexing))/u;

type Node = { type: string; callee?: Node; arguments?: Node[]; start: number; end: number };

/** Calls of methods that a list is spread into the arguments of. A function of ours may hand its own arguments on. */
function findSpreads(file: string, source: string): string[] {
  const calls: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const child of value) visit(child);
    else if (typeof value === 'object' && value !== null) {
      const { type, callee, arguments: given = [], start, end } = value as Node;
      const isCall = type === 'CallExpression' && callee?.type === 'MemberExpression';
      if (isCall && given.some((argument) => argument.type === 'SpreadElement'))
        calls.push(source.slice(start, end));
      for (const child of Object.values(value)) visit(child);
    }
  };
  visit(parseSync(file, source).program);
  return calls;
}

test('no list is spread into the arguments of a call where it may be as long as a document', () => {
  const held = sourceFiles().filter((file) => HOLDS_DOCUMENTS.test(file));
  expect(held.length).toBeGreaterThan(100);
  // An engine takes some 100,000 arguments: use `append`, `largest` and `smallest` of `#common/long-lists.ts`.
  const calls = held.flatMap((file) =>
    findSpreads(file, readFileSync(file, 'utf8')).map((call) => `${file}: ${call}`),
  );
  expect(calls).toEqual([]);
});

test.each([
  ['lines.push(...more)', 1],
  ['Math.max(0, ...list.map((one) => one.width))', 1],
  ['String.fromCharCode(...letters.subarray(0, end))', 1],
  ['lines.push([...more], { ...rest })', 0],
  ['const count = (...numbers: number[]) => sum(...numbers)', 0],
])('%j has %i', (source, count) => {
  expect(findSpreads('planted.ts', source)).toHaveLength(count);
});
