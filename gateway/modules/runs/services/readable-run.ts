import { hasRight } from '#contract/rights.ts';
import type { RunOrigin } from '#contract/runs.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { Ports } from '#gateway/modules/runs/ports/ports.ts';
import type { StoredRun } from '#gateway/modules/runs/ports/runs.ts';

type Key = Pick<StoredKey, 'role'>;

const mayRead = ({ role }: Key, origin: RunOrigin): boolean =>
  origin === 'dashboard' || hasRight(role, 'editKnowledge');

/** The origin to read; undefined where all runs may be read and no origin was chosen. */
export const readableOrigin = (key: Key, origin?: RunOrigin): RunOrigin | undefined =>
  mayRead(key, 'program') ? origin : 'dashboard';

/** A run that the key may read; any other is as unknown as a run that never was. */
export async function readableRun(
  { runs }: Pick<Ports, 'runs'>,
  botId: number,
  key: Key,
  id: string,
  field?: string,
): Promise<StoredRun> {
  const stored = await runs.get(botId, id);
  if (!stored || !mayRead(key, stored.run.origin))
    throw new GatewayFault('run-not-found', {}, field === undefined ? {} : { field });
  return stored;
}
