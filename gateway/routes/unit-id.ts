import { GatewayFault } from '#gateway/errors.ts';
import type { Call } from '#gateway/middleware/call.ts';

/** The unit that the path names; what is no positive safe integer names none. */
export function unitIdOf({ values }: Pick<Call, 'values'>): number {
  const text = values['knowledgeId'] ?? '';
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id === 0) throw new GatewayFault('unit-not-found', { id: text });
  return id;
}
