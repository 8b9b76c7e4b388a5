import { fihrist } from './fihrist.ts';
import { fts5Raw } from './fts5-raw.ts';
import { fts5Stems } from './fts5-stems.ts';
import { minisearch, minisearchTuned } from './minisearch.ts';
import { orama, oramaTuned } from './orama.ts';
import type { Ranker } from './ranker.ts';

/** Our ranker first, as the base of comparison. */
export const RANKERS: readonly Ranker[] = [
  fihrist,
  fts5Stems,
  fts5Raw,
  minisearch,
  minisearchTuned,
  orama,
  oramaTuned,
];
