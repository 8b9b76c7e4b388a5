/** The order of checks of a call, from its arrival to its response: `STEPS`, read from top to bottom; `steps` holds them. */
import { ledgerOf } from './call-context.ts';
import { delayRejection } from './login-throttle.ts';
import type { PipelineCall, Shared } from './pipeline-call.ts';
import { respondFault } from './respond.ts';
import {
  authenticate,
  authorise,
  refuseWhenStopping,
  selectBot,
  throttleLogins,
} from './steps/admit-call.ts';
import { leaveReserve } from './steps/leave-reserve.ts';
import { openAudit } from './steps/open-audit.ts';
import { parseBody, parseInput, route } from './steps/parse-request.ts';
import { handle, openMeter, settle } from './steps/run-handler.ts';
import { respond } from './steps/send-response.ts';

type Step = (
  call: PipelineCall,
  shared: Shared,
) => Partial<PipelineCall> | undefined | Promise<Partial<PipelineCall> | undefined>;

/** CORS precedes them (`cors.ts`): a preflight request carries no key. */
const STEPS: readonly Step[] = [
  refuseWhenStopping, // 503
  throttleLogins, //    429 while too many keys of the address are being rejected
  authenticate, //      401
  selectBot, //         400 without x-bot, 403 for a bot that the key is not for
  authorise, //         403 by the role of the key, or by an archived bot
  route, //             404, 405
  parseBody, //         415, 413, 400
  parseInput, //        400 for path, query and headers; 404 for a path that can name nothing
  leaveReserve, //      507 for what brings in data where only the reserve of the disk is left
  openAudit, //         the intent of a change, before it is made
  openMeter, //         429, then 402: when the handler takes a slot and reserves what the call can cost
  handle,
  settle,
  respond,
];

/** Runs the steps; a fault at any of them becomes the response. */
export async function runPipeline(call: PipelineCall, shared: Shared): Promise<Response> {
  try {
    for (const step of STEPS) Object.assign(call, await step(call, shared));
    if (!call.response) throw new Error('no step responded');
    return call.response;
  } catch (error) {
    return await refuse(call, shared, error);
  } finally {
    call.attempt?.end();
  }
}

/** The response to a fault, after the delay of a rejected key. */
export async function refuse(call: PipelineCall, shared: Shared, error: unknown): Promise<Response> {
  const { botId, key } = call;
  if (botId !== undefined) shared.onRefused({ botId, ledger: ledgerOf(call), error, family: key?.family });
  return respondFault(call, await delayRejection(error, shared.throttle, call, shared.stopping));
}
