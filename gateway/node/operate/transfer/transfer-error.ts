/** What helps where a target holds something wrong: rows of the audit log cannot be removed one by one. */
export const START_OVER =
  'Drop the target database and create it again, empty its bucket or folder, and run the command again.';

/** Data cannot be carried over, or did not arrive as it was; the message says what to do. */
export class TransferError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'TransferError';
  }
}
