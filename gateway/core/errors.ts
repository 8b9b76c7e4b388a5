import { truncateParameters, FAULTS, type FaultCode, type FaultParameters } from '#contract/faults.ts';

const SQLITE_BUSY = 5;

/** Whether another process held the database for longer than was waited, as SQLite says it. */
export function isDatabaseBusy(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' && (code & 0xff) === SQLITE_BUSY;
}

/** A failure that is reported to the client: a fault code with the parameters of its sentence. */
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
    this.parameters = truncateParameters(parameters);
    this.field = more.field;
    this.headers = more.headers ?? {};
  }

  /** The HTTP status of the code. */
  get status(): number {
    return FAULTS[this.code].status;
  }
}

const MEGABYTE = 1024 * 1024;

/** 413 for a file larger than the setting allows. */
export function fileTooLarge(maxBytes: number): GatewayFault {
  return new GatewayFault('file-too-large', {
    limitMegabytes: Math.floor((maxBytes / MEGABYTE) * 100) / 100,
  });
}
