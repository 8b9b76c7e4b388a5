/** Passages are indexed without the headings above them. */
import * as original from '#gateway/engine/segments/build-segment.ts';

export * from '#gateway/engine/segments/build-segment.ts';

const untitled = (passages: readonly original.SegmentPassage[]) =>
  passages.map((passage) => ({ ...passage, sectionTitle: '' }));

export const buildSegment: typeof original.buildSegment = (passages, title) =>
  original.buildSegment(untitled(passages), title);
export function createSegmentBuilder(): original.SegmentBuilder {
  const builder = original.createSegmentBuilder();
  return { ...builder, add: (passage) => builder.add({ ...passage, sectionTitle: '' }) };
}
