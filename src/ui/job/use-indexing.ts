import { type KindPause, useKindPause } from './use-kind-pause.ts';

/** The job that indexes a unit, as the path of a call names it. */
export const indexJobOf = (id: number, unitId: number) =>
  ({ id, kind: 'index', subject: String(unitId) }) as const;

/** Indexing of the bot; `isWaiting`: whether a unit is in line for it. */
export const useIndexing = (isWaiting: boolean): Indexing => useKindPause('index', isWaiting);
export type Indexing = KindPause;
