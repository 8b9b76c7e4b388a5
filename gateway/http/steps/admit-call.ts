/** Authentication of the caller, and the rights of the key and the state of the bot: 503, 429, 401, 403. */
import { HEADERS } from '#contract/headers.ts';
import { hasRight } from '#contract/rights.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { authoriseBot, identify, wasIdentified } from '#gateway/http/authenticate.ts';
import { beginAttempt } from '#gateway/http/login-throttle.ts';
import { needsKey, type PipelineCall, type Shared } from '#gateway/http/pipeline-call.ts';

export function refuseWhenStopping(_: PipelineCall, { stopping }: Shared): undefined {
  if (stopping?.aborted) throw new GatewayFault('shutting-down');
}

export async function throttleLogins(call: PipelineCall, { throttle }: Shared) {
  const { ports, request, candidates, address } = call;
  const secret = needsKey(call) ? request.headers.get(HEADERS.key) : null;
  const isAttempt = secret
    ? !(await wasIdentified(ports, secret))
    : candidates.some(({ credential }) => credential === 'code');
  return isAttempt ? { attempt: beginAttempt(throttle, address) } : undefined;
}

export async function authenticate(call: PipelineCall) {
  if (!needsKey(call)) return undefined;
  const key = await identify(call.ports, call.request.headers);
  // Ended before the work, which may take long.
  call.attempt?.end();
  return { key };
}

export async function selectBot({ ports, request, key }: PipelineCall) {
  if (!key) return undefined;
  const bot = await authoriseBot(ports, key, request.headers);
  return { botId: bot.id, isArchived: bot.archivedOn !== null };
}

export function authorise({ operation, key, isArchived }: PipelineCall): undefined {
  if (!operation || !key) return;
  if (key.pausedOn) throw new GatewayFault('key-paused', { name: key.name });
  if (!hasRight(key.role, operation.right)) throw new GatewayFault('not-allowed');
  if (operation.requiresActiveBot && isArchived) throw new GatewayFault('bot-archived');
}
