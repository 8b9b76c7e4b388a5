import { DRAFT_KNOWLEDGE, HEADERS } from '#contract/headers.ts';

/** Headers of a change whose result waits as a draft, and of a question over drafts. */
export const draftHeaders = (ofDrafts: boolean): { [HEADERS.knowledge]?: string } =>
  ofDrafts ? { [HEADERS.knowledge]: DRAFT_KNOWLEDGE } : {};
