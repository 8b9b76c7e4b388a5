import { DRAFT_KNOWLEDGE, HEADERS } from '#contract/headers.ts';
import type { Call } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import type { ChangeRequest } from '#gateway/modules/units/ports/units.ts';
import { actorName } from '#gateway/modules/usage/model.ts';

/** Programs know these alone, and poll the status that the unit has after them. */
const PUBLIC_CHANGES: readonly string[] = ['registerUnit', 'updateUnit'];

/** Who asks for a change of a text, and whether its result is to wait as a draft. */
export function changeRequest({
  key,
  request,
  operation,
}: Pick<Call<Ports>, 'key' | 'request' | 'operation'>): ChangeRequest {
  const asDraft = request.headers.get(HEADERS.knowledge) === DRAFT_KNOWLEDGE;
  return { by: actorName(key), asDraft, isAwaited: PUBLIC_CHANGES.includes(operation.id) && !asDraft };
}
