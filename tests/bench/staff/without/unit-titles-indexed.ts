/** Units are indexed without their titles. */
import * as original from '#gateway/engine/segments/build-segment.ts';

export * from '#gateway/engine/segments/build-segment.ts';

export const buildSegment: typeof original.buildSegment = (passages) => original.buildSegment(passages, '');
export const buildSegmentInSteps: typeof original.buildSegmentInSteps = (passages) =>
  original.buildSegmentInSteps(passages, '');
