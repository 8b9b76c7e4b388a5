import { expect, test } from 'vitest';
import { foldText } from '#common/fold-text.ts';
import type { KnowledgeUnit } from '#contract/knowledge.ts';
import { pageUnits } from '#src/api/client/page-units-locally.ts';

const unit = (id: number, title: string) =>
  ({
    id,
    botId: 1,
    title,
    description: '',
    sourceStatus: 3,
    createdOn: '2026-11-01T00:00:00Z',
    modifiedOn: '2026-11-01T00:00:00Z',
  }) as KnowledgeUnit;

const UNITS = [unit(1, 'دليل ٢٠٢٦'), unit(2, 'Résumé guide'), unit(3, 'سياسة الإرجاع')];

test('folds text as the gateway does', () => {
  expect(foldText('٢٠٢٦')).toBe('2026');
  expect(foldText('Résumé')).toBe('resume');
  expect(foldText(' سِياسة\u00a0الإرجـاع ')).toBe('سياسه الارجاع');
});

test.each([
  ['2026', 1],
  ['٢٠٢٦ دليل', 1],
  ['resume', 2],
  ['RÉSUMÉ', 2],
  ['الارجاع', 3],
])('finds a unit of a gateway without search by %s', (search, id) => {
  const { items } = pageUnits(UNITS, { search, offset: 0, limit: 10, sort: 'title' });
  expect(items.map((item) => item.id)).toEqual([id]);
});
