import type { DocumentEdit, EditLocation } from '#gateway/engine/editing/document-edit.ts';
import type { Unit } from '#gateway/modules/units/model.ts';
import type { ChangeRequest } from './units.ts';

export interface NewEdit extends Omit<DocumentEdit, 'id'> {
  sourceId: number;
}

/** An edit as its unit has it. */
export interface UnitTextEdit extends NewEdit {
  id: number;
  by: string | null;
  madeOn: Date;
  /** What the next version changes. */
  pending: 'added' | 'withdrawn' | null;
  /** What became of it in the live version and in the draft; null where they do not have it. */
  live: EditLocation['state'] | null;
  draft: EditLocation['state'] | null;
  /** Of a conflict: what the source says in its place. */
  now: string | null;
}

/** What became of an edit in a run. */
export interface EditOutcome {
  id: number;
  state: EditLocation['state'];
  now: string | null;
}

export interface RunEdit extends DocumentEdit {
  sourceId: number;
  /** What changed since the version that the run begins from. What was withdrawn is no part of the new text. */
  pending: UnitTextEdit['pending'];
  /** In that version. */
  state: EditLocation['state'];
  now: string | null;
}

type EditConflict = { conflict: 'missing' | 'edit-missing' } | { conflict: 'stale'; unit: Unit };
type EditRequest = ChangeRequest & { expectedVersion: number | undefined };

/** Edits of units: what a person changed of what was read, kept apart from it. */
export interface EditStore {
  /** All edits of a unit that a version has or that wait, newest first; of one source with `sourceId`. */
  list(
    botId: number,
    unitId: number,
    query: { offset: number; limit: number },
  ): Promise<{ items: UnitTextEdit[]; total: number }>;
  /** Those of the version with this number, or of the draft or live version with what was added and withdrawn since. */
  ofRun(botId: number, unitId: number, version: number | null): Promise<RunEdit[]>;
  /** The edits that are applied in the live version. */
  ofLive(botId: number, unitId: number): Promise<RunEdit[]>;
  /** Adds edits in place of those with `replaced` ids, and queues the unit. */
  add(
    botId: number,
    unitId: number,
    edits: readonly NewEdit[],
    request: EditRequest & { replaced: readonly number[] },
  ): Promise<Unit | EditConflict>;
  /** Takes an edit back, and queues the unit. */
  withdraw(
    botId: number,
    unitId: number,
    id: number,
    request: EditRequest,
  ): Promise<{ unit: Unit; edit: NewEdit } | EditConflict>;
}
