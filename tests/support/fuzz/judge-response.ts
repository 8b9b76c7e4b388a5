/** What is wrong with an answer, whatever the request was. */

import * as z from 'zod/mini';
import { faultEventSchema } from '#contract/answers.ts';
import { faultEnvelopeSchema } from '#contract/envelope.ts';
import { FAULTS, type FaultCode } from '#contract/faults.ts';
import { COMMON_FAULTS, faultsOf } from '#contract/operations/faults.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import type { Operation } from '#contract/operations/operation.ts';
import { hasRight } from '#contract/rights.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { Outcome, RawResponse } from './send-request.ts';

/** Lines of a stack, modules of the runtime, folders of the product; `secrets` are the folders in use. */
const INTERNALS = /\n\s+at .{1,200}:\d+:\d+|node:internal|node_modules|file:\/\/\/(?!dev\/null)/u;

export function judge(request: FuzzRequest, outcome: Outcome, secrets: readonly string[]): string[] {
  if (outcome === 'hang') return ['no answer, however long it is waited for'];
  if (outcome === 'cut') return isCutAllowed(request) ? [] : ['the connection ended without an answer'];
  const { status, headers, body } = outcome;
  const everything = `${JSON.stringify([...headers])}\n${body}`;
  return [
    ...(INTERNALS.test(everything) || secrets.some((secret) => everything.includes(secret))
      ? ['shows a stack or a path']
      : []),
    ...(headers.get('x-content-type-options') === 'nosniff' || isPreflight(request, status)
      ? []
      : ['no nosniff']),
    ...(headers.get('cache-control')?.includes('no-store') || isPreflight(request, status)
      ? []
      : ['no no-store']),
    ...(status >= 400 ? judgeFailure(request, outcome) : judgeSuccess(request, outcome)),
  ];
}

/** Bytes that ask for nothing, a body that broke off, and CONNECT, for which Node has no answer. */
const isCutAllowed = ({ raw, breaksOffAfter, method }: FuzzRequest): boolean =>
  raw !== undefined || breaksOffAfter !== undefined || method === 'CONNECT';

const isHead = ({ method, raw }: FuzzRequest): boolean => method === 'HEAD' && raw === undefined;

const isPreflight = ({ method, raw }: FuzzRequest, status: number): boolean =>
  status === 204 && (method === 'OPTIONS' || raw !== undefined);

function judgeFailure(request: FuzzRequest, response: RawResponse): string[] {
  const { status, headers, body } = response;
  const isOfApi = request.raw === undefined && request.target.startsWith('/api/');
  const fault = headers.get('x-fault') as FaultCode | null;
  if (status === 404 && fault === null && !isOfApi && (body === 'Not found' || isHead(request))) return [];
  if (fault === null || !(fault in FAULTS)) return [`${status} without a known fault (${fault})`];
  const wrongs: string[] = [];
  if (FAULTS[fault].status !== status) wrongs.push(`${fault} with status ${status}`);
  if (!headers.get('x-request-id')) wrongs.push('no X-Request-Id');
  if (status >= 500 && (COMMON_FAULTS as readonly string[]).includes(fault))
    wrongs.push(`${status} ${fault}`);
  const possible: readonly string[] = [...COMMON_FAULTS, ...faultsOf(OPERATIONS[request.id])];
  if (request.isExact && !possible.includes(fault))
    wrongs.push(`${fault} is not documented for the operation`);
  if (!isHead(request)) wrongs.push(...judgeEnvelope(status, body));
  return wrongs;
}

function judgeEnvelope(status: number, body: string): string[] {
  const envelope = faultEnvelopeSchema.safeParse(parse(body));
  if (!envelope.success) return body === '' ? [] : ['no envelope'];
  const { StatusCode, Response } = envelope.data;
  if (StatusCode !== status) return [`StatusCode ${StatusCode} in a response of status ${status}`];
  return Response.trim() === '' ? ['a fault without a message'] : [];
}

function judgeSuccess(request: FuzzRequest, { status, body, headers }: RawResponse): string[] {
  const operation: Operation = OPERATIONS[request.id];
  if (!request.isExact || request.method !== operation.method) return [];
  const { caller } = request;
  const wrongs: string[] = [];
  if (!headers.get('x-request-id')) wrongs.push('no X-Request-Id');
  if (operation.credential === 'key') {
    if (caller === 'bad' || caller === 'foreign') {
      if (!isAllowedForeign(request)) wrongs.push(`answers a ${caller} key`);
    } else if (!hasRight(caller, operation.right)) wrongs.push(`a ${caller} may ${operation.right}`);
  }
  const { answer } = operation;
  if (status === 200 && (answer.as === 'envelope' || answer.as === 'plain')) {
    const value = parse(body);
    const inner = answer.as === 'plain' ? value : (value as { Response?: unknown } | undefined)?.Response;
    wrongs.push(...describe(answer.schema.safeParse(inner)));
  }
  if (answer.as === 'events') {
    const events = body.split('\n').filter((line) => line.startsWith('data:'));
    const eventSchema = z.union([answer.event, answer.last, faultEventSchema]);
    for (const line of events) wrongs.push(...describe(eventSchema.safeParse(parse(line.slice(5)))));
    if (events.length === 0) wrongs.push('a stream without events');
  }
  return wrongs;
}

/** It is good for a bot that the call names. */
const isAllowedForeign = ({ caller, headers }: FuzzRequest): boolean =>
  caller === 'foreign' && headers.some(([name, value]) => name === 'x-bot' && value !== '1');

const describe = (result: { success: boolean; error?: z.core.$ZodError }): string[] =>
  result.success ? [] : [`not what the contract says: ${JSON.stringify(result.error?.issues).slice(0, 400)}`];

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
