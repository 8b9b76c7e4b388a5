/** Units are indexed without their titles. */
import * as original from '#gateway/engine/segments/build-segment.ts';

export * from '#gateway/engine/segments/build-segment.ts';

export const buildSegment: typeof original.buildSegment = (passages) => original.buildSegment(passages, '');
export function createSegmentBuilder(): original.SegmentBuilder {
  const builder = original.createSegmentBuilder();
  return { ...builder, finish: () => builder.finish('') };
}
