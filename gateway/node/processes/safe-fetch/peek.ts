/** The first bytes of a stream, and the pieces behind them. */
interface Peeked {
  /** At least as many bytes as were asked for, or all of a shorter stream. */
  head: Buffer;
  rest: AsyncIterator<Buffer>;
}

/** Takes the first `bytes` of a stream, in whole pieces. */
export async function peek(source: AsyncIterable<Buffer>, bytes: number): Promise<Peeked> {
  const rest = source[Symbol.asyncIterator]();
  const pieces: Buffer[] = [];
  for (let length = 0; length < bytes; ) {
    const step = await rest.next();
    if (step.done) break;
    pieces.push(step.value);
    length += step.value.length;
  }
  return { head: Buffer.concat(pieces), rest };
}

/** The stream that was peeked into, whole again. Ending it early ends the source. */
export async function* joinPieces(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value;
  } finally {
    await rest.return?.();
  }
}
