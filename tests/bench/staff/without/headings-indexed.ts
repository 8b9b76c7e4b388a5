/** Passages are indexed without the headings above them. */
import * as original from '#gateway/engine/segments/build-segment.ts';

export * from '#gateway/engine/segments/build-segment.ts';

const untitled = (passages: readonly original.SegmentPassage[]) =>
  passages.map((passage) => ({ ...passage, sectionTitle: '' }));

export const buildSegment: typeof original.buildSegment = (passages, title) =>
  original.buildSegment(untitled(passages), title);
export const buildSegmentInSteps: typeof original.buildSegmentInSteps = (passages, title) =>
  original.buildSegmentInSteps(untitled(passages), title);
