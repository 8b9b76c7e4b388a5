import { describe, expect, test } from 'vitest';
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { openPostings } from '#gateway/engine/segments/open-postings.ts';
import { type LoadableSegment, openWords, viewSegment } from '#gateway/engine/segments/open-segment.ts';
import { retitleSegment } from '#gateway/engine/segments/retitle-segment.ts';
import { createSpelledText, POSTINGS_PART, type Segment } from '#gateway/engine/segments/segment.ts';

const PASSAGES = [
  { text: 'يفتح المكتب في التاسعة صباحًا. يغلق في الخامسة.', sectionTitle: 'أوقات الدوام' },
  { text: 'The office is closed on public holidays.', sectionTitle: 'Holidays › Office' },
  { text: 'رسوم الاشتراك خمسون ريالًا.', sectionTitle: 'أوقات الدوام' },
];

function open(title: string): LoadableSegment {
  const parts = buildSegment(PASSAGES, title);
  const segment = viewSegment(openPostings(parts[POSTINGS_PART] ?? new Uint8Array()));
  for (const [part, bytes] of parts.entries())
    if (part !== POSTINGS_PART) segment.addPart(part, openWords(part, bytes));
  return segment;
}

/** What ranking reads of a stem. */
function factsOf(segment: Segment, stem: string) {
  const id = segment.findStem(stem);
  return id < 0
    ? { passages: 0, inTitle: false, sections: [] }
    : {
        passages: segment.documentFrequency(id),
        inTitle: segment.titleHas(id),
        sections: segment.sectionsWith(id),
      };
}

function titlesOf(segment: Segment, section: number): string {
  const spelled = createSpelledText();
  segment.readTitles(section, spelled);
  return String.fromCharCode(...spelled.letters.subarray(0, spelled.length));
}

const stemsOf = (segment: Segment) =>
  Array.from({ length: segment.stemCount }, (_, stem) => segment.stemAt(stem));

describe('a segment under another title', () => {
  test.each([
    ['دليل الموظف', 'مركز الخزامى للتدريب'],
    ['دليل المكتب', 'Office hours'],
    ['', 'رسوم الاشتراك'],
    ['Guide', '— …'],
  ])('is read as one that was built with it: %s, %s', (before, after) => {
    const built = open(after);
    const retitled = retitleSegment(open(before), after);
    for (const stem of new Set([...stemsOf(built), ...stemsOf(retitled)]))
      expect([stem, factsOf(retitled, stem)]).toEqual([stem, factsOf(built, stem)]);
    for (const section of [0, 1]) expect(titlesOf(retitled, section)).toBe(titlesOf(built, section));
  });

  test('finds a stem of its title by its consonants, and no passage by it', () => {
    const retitled = retitleSegment(open('دليل'), 'الخزامى');
    const [stem = ''] = stemsOf(retitled).slice(-1);
    const id = retitled.findStem(stem);
    expect(retitled.titleHas(id)).toBe(true);
    expect(
      retitled.readPostings(id, { count: 7, ordinals: new Uint32Array(), frequencies: new Uint32Array() }),
    ).toBe(0);
    expect(retitled.findSkeleton('nothing')).toBe(-1);
  });
});
