import { clipParameters, FAULTS, type FaultCode, type FaultParameters } from '#contract/faults.ts';

const SQLITE_BUSY = 5;

/** Whether another process held the database for longer than was waited, as SQLite says it. */
export function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' && (code & 0xff) === SQLITE_BUSY;
}

/** A refusal that people are told about: a code-word of the fault table, with what its words need. */
export class GatewayFault extends Error {
  readonly code: FaultCode;
  readonly parameters: FaultParameters;
  /** The one field to blame, as people write it. */
  readonly field: string | undefined;
  /** Further headers of the response: `Allow`, `Retry-After`. */
  readonly headers: Record<string, string>;
  constructor(
    code: FaultCode,
    parameters: FaultParameters = {},
    more: { field?: string; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(code, { cause: more.cause });
    this.name = 'GatewayFault';
    this.code = code;
    this.parameters = clipParameters(parameters);
    this.field = more.field;
    this.headers = more.headers ?? {};
  }

  /** The HTTP status of the code. */
  get status(): number {
    return FAULTS[this.code].status;
  }
}
