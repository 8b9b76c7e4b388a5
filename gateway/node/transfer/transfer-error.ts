/** Data cannot be carried over, or did not arrive as it was; the message says what to do. */
export class TransferError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TransferError';
  }
}
