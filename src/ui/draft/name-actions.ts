import type { KnowledgeDraft } from '#contract/versions.ts';

/** The keys of a draft's buttons, which differ while its tests are asked before it goes live. */
export function nameActions({ publishing, publishOn }: Pick<KnowledgeDraft, 'publishing' | 'publishOn'>) {
  const isLater = publishOn !== null && !publishing;
  return {
    publish: publishing ? 'publishUntested' : 'publish',
    schedule: isLater ? 'reschedule' : 'schedule',
    unschedule: publishing ? 'stop' : publishOn === null ? null : 'unschedule',
  } as const;
}
