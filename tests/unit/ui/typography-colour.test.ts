import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '#tests/support/read-imports.ts';

// MUI 9 accepts a colour of the theme as a property, and ignores it: the text keeps the colour of its parent.
test('gives text a colour of the theme by `sx`, which has an effect', () => {
  const files = sourceFiles().filter((file) => file.startsWith('src/') && file.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /\bcolor="[a-z]+\.[a-z]+"/u.test(readFileSync(file, 'utf8')))).toEqual([]);
});
