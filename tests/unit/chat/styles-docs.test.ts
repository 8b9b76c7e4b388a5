/** docs/models.md shows the system prompts word for word. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHAT_LIMITS } from '#contract/limits.ts';
import { ar, en, PROMPT_STYLES } from '#gateway/modules/chat/services/styles/styles.ts';

const docs = readFileSync('docs/models.md', 'utf8');
const section = docs.split(/^## /m).find((part) => part.startsWith('Chat\n')) ?? '';

test.each([
  ['en', en],
  ['ar', ar],
])('every prompt in %s', (_, { always, styles }) => {
  for (const text of [always, ...styles]) expect(section).toContain(text);
});

test('documents every style, under the documented number', () => {
  expect(PROMPT_STYLES).toBe(CHAT_LIMITS.PromptStyle.max + 1);
  for (const { styles } of [ar, en]) expect(new Set(styles).size).toBe(PROMPT_STYLES);
});
