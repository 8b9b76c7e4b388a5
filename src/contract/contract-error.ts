import type * as z from 'zod/mini';
import type { Operation } from '#contract/operations/operation.ts';

/** What a response answers: its method and path are said on screen, since another gateway's team does not know our ids. */
export type Endpoint = Pick<Operation, 'id' | 'method' | 'path'>;

/** A response that breaks the contract: says where, and is never rendered half. */
export class ContractError extends Error {
  /** Dotted path inside the response, e.g. `Response.retrieved_documents.0.score`; empty for the whole. */
  readonly path: string;
  /** What is wrong there, as a code. */
  readonly detail: string;
  readonly endpoint: Endpoint;
  /** Whether an event of a stream is wrong, so that what came before it was shown. */
  readonly isEvent: boolean;
  constructor(endpoint: Endpoint, path: string, detail: string, { isEvent = false } = {}) {
    super(`The answer to ${endpoint.id} breaks the contract at ${path || 'its root'}: ${detail}`);
    this.name = 'ContractError';
    this.endpoint = endpoint;
    this.path = path;
    this.detail = detail;
    this.isEvent = isEvent;
  }
}

/** Parses `value` or throws a `ContractError` that names the first wrong path. */
export function parseResponse<Schema extends z.ZodMiniType>(
  endpoint: Endpoint,
  schema: Schema,
  value: unknown,
  options: { isEvent?: boolean } = {},
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ContractError(
    endpoint,
    issue?.path.map(String).join('.') ?? '',
    issue?.code ?? 'unknown',
    options,
  );
}
