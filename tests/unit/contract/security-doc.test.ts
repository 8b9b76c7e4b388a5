/** What docs/security.md claims is named, is there, and leaves out no point of the standard. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync('docs/security.md', 'utf8');
const files = ['conformance', 'docs', 'gateway', 'src', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
);

/** How many points of levels 1 and 2 each section of ASVS 5.0.0 has; they are the first ones of each. */
const POINTS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2
  2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
`;
const all = [...POINTS.matchAll(/([\d.]+):(\d+)/g)].flatMap(([, section = '', count = '']) =>
  Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`),
);

/** Points that the head of the list leaves out, with ranges spelled out. */
function leftOut(): string[] {
  const [head = ''] = /Left out since[^]*?\n\n/.exec(text) ?? [];
  const names = head.replaceAll(
    /V(\d+\.\d+\.)(\d+) to V\1(\d+)/g,
    (_, section: string, from: string, to: string) =>
      Array.from(
        { length: Number(to) - Number(from) + 1 },
        (_, index) => `V${section}${Number(from) + index}`,
      ).join(' '),
  );
  const named = [...names.matchAll(/V(\d+(?:\.\d+){0,2})/g)].map(([, name = '']) => name);
  return all.filter((point) => named.some((name) => point === name || point.startsWith(`${name}.`)));
}
const judged = [...text.matchAll(/^\| ([\d., ]+) \| (\S+) \|/gm)].flatMap(([, points = '']) =>
  points.split(', '),
);

test('every point of levels 1 and 2 is judged once, or left out with its reason', () => {
  expect(judged.filter((point, index) => judged.indexOf(point) !== index)).toEqual([]);
  expect(judged.filter((point) => !all.includes(point))).toEqual([]);
  expect([...judged, ...leftOut()].sort()).toEqual([...all].sort());
});

test('each judgement is one of five, and says how', () => {
  const rows = [...text.matchAll(/^\| ([\d., ]+) \| (\S+) \| (.*) \|$/gm)];
  expect(rows.length).toBeGreaterThan(90);
  const odd = rows.filter(
    ([, , word = '', how = '']) => !['met', 'partly', 'no', 'operator', '–'].includes(word) || how.length < 8,
  );
  expect(odd.map(([row]) => row)).toEqual([]);
});

test('every file that is named is there', () => {
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|md))`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual(
    [],
  );
});
