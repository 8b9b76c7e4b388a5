/** Guides and further articles as indexed units, without a gateway around them. */
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { splitDocument } from '#gateway/engine/splitting/split-document.ts';
import { type IndexedUnit, indexUnit } from '#tests/bench/index-units.ts';
import type { QuestionSet } from '#tests/bench/question-sets.ts';
import type { FurtherUnit } from './ask-guides.ts';

/** Each document read, split and indexed as the gateway does it, its title being the unit's. */
export async function indexDocuments(documents: readonly FurtherUnit[]): Promise<IndexedUnit[]> {
  const units: IndexedUnit[] = [];
  for (const { title, text } of documents) {
    const document = await readDocument(new TextEncoder().encode(text), 'md', { fileName: `${title}.md` });
    const passages = splitDocument(document).map((passage, ordinal) => ({
      id: `${title} ${ordinal}`,
      title,
      section: passage.sectionTitle,
      text: passage.text,
    }));
    units.push(indexUnit(title, passages));
  }
  return units;
}

/** The passages of units as a set without questions, for engines that index sets. */
export function asSet(units: readonly IndexedUnit[]): QuestionSet {
  return {
    name: 'units',
    questions: [],
    passages: units.flatMap(({ unitId, ids, passages }) =>
      passages.map(({ text, sectionTitle }, ordinal) => ({
        id: ids[ordinal] ?? '',
        title: unitId,
        section: sectionTitle,
        text,
      })),
    ),
  };
}
