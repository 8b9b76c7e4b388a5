import { TEST_DRAFT_LIMITS } from '#contract/limits.ts';
import type { TestDraft } from '#contract/tests.ts';
import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import { draftQuestions } from '#gateway/engine/suggestions/draft-questions.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import type { SearchableUnit } from '#gateway/modules/units/model.ts';

/** Tests that the first passages of a unit suggest, in the language of their text. */
export async function draftUnit(
  ports: Pick<Ports, 'index'>,
  botId: number,
  unit: SearchableUnit,
  limit: number,
): Promise<TestDraft[]> {
  const { id, generation, title: unitTitle } = unit;
  if (generation === null) return [];
  const { items } = await ports.index.pagePassages(botId, id, generation, 0, TEST_DRAFT_LIMITS.passages);
  const bySection = Map.groupBy(items, ({ sectionTitle }) => sectionTitle);
  const sections = [...bySection].map(([title, passages]) => ({
    title,
    text: passages.map(({ text }) => text).join('\n'),
  }));
  const language = detectLanguage(sections.map(({ text }) => text).join('\n'));
  return draftQuestions(sections, language, limit).map(({ section, ...draft }) => ({
    ...draft,
    unitId: id,
    unitTitle,
    sectionTitle: section,
  }));
}
