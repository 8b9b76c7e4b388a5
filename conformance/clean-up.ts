import { deleteUnit } from '#contract/operations/units.ts';
import { Lab, type LabOptions } from './lab.ts';
import { findId } from './units.ts';

const TIME_LIMIT_MS = 15_000;

/** What a run leaves behind. */
export interface Leftovers {
  removedUnits: number;
  /** Titles of units that could not be removed; of one without a visible title its id and what was sent, as JSON. */
  units: string[];
  /** Files that were uploaded: the interface shows no way to remove them. */
  files: number;
}

/**
 * Removes the units of a run by the public path, which the interface does not show: a gateway may lack it. Past the bin
 * where there is one. Works also after the run was stopped.
 */
export async function cleanUp(used: Lab, options: Omit<LabOptions, 'signal'>): Promise<Leftovers> {
  const lab = new Lab({ ...options, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  const units: string[] = [];
  for (const { title, sentTitle, response } of used.madeUnits) {
    const id = await findId(lab, title, response);
    if (id !== undefined && (await remove(lab, id))) continue;
    units.push(title.trim() === '' ? JSON.stringify({ id, title: sentTitle ?? null }) : title);
  }
  return { removedUnits: used.madeUnits.length - units.length, units, files: used.uploadedFiles };
}

async function remove(lab: Lab, id: number): Promise<boolean> {
  const call = { operation: deleteUnit, params: { knowledgeId: String(id) } };
  const past = await lab.call({ ...call, query: '?forever=true' });
  if (past.status < 300 && past.failure === null) return true;
  // A strict gateway may refuse a query that it does not know.
  const plain = past.status === 400 ? await lab.call(call) : past;
  return plain.status < 300 && plain.failure === null;
}
