import { expect, test } from 'vitest';
import { readSharedTexts } from '#gateway/engine/reading/office/shared-texts.ts';

test('texts of cells are read without what is struck out', () => {
  const runs = '<r><t>كان 40، </t></r><r><rPr><strike/></rPr><t>50</t></r>';
  const { strings, partlyStruck } = readSharedTexts([`<sst><si>${runs}</si><si><t>الرسوم</t></si></sst>`]);
  expect(strings).toEqual(['كان 40، ', 'الرسوم']);
  expect([...partlyStruck]).toEqual([[0, { shown: 'كان 40،', struck: '50' }]]);
});

test('texts nested without end are refused before the parser has gone through them', () => {
  const nested = `<sst><si>${'<r>'.repeat(1_000_000)}<strike/>`;
  expect(() => readSharedTexts([nested])).toThrow(expect.objectContaining({ code: 'damaged' }));
});
