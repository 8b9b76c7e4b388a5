const encoder = new TextEncoder();

interface StreamEnds {
  /** Ends work under way; called when nobody takes events any more. */
  stop(): void;
  /** Ends the stream with a fault. */
  closing: AbortSignal | undefined;
  closingFault(): unknown;
  /** The fault as the last event. */
  describeFault(error: unknown): Promise<object>;
  /** Called once, however the stream ended: with its last event, because the reader left, or with a fault. */
  finish(outcome: 'complete' | 'left' | 'failed', error?: unknown): Promise<void>;
}

/**
 * Events as `data: <json>` lines, made only as they are taken: when the reader leaves, making stops.
 * `first` was awaited before, so that a fault before the first byte keeps its status.
 */
export function streamEvents(
  first: IteratorResult<object, void>,
  events: AsyncGenerator<object, void, void>,
  ends: StreamEnds,
): ReadableStream<Uint8Array> {
  let pending: IteratorResult<object, void> | undefined = first;
  let finished = false;
  let left = false;
  // Not waited for: it may be in the middle of something that never ends.
  const leave = (): void => {
    ends.stop();
    void events.return().catch(() => {});
  };
  const finish: StreamEnds['finish'] = async (outcome, error) => {
    if (finished) return;
    finished = true;
    ends.closing?.removeEventListener('abort', onClosing);
    await ends.finish(outcome, error);
  };
  let announceClosing = (): void => {};
  const closed = new Promise<'closing'>((resolve) => {
    announceClosing = () => resolve('closing');
  });
  const onClosing = (): void => announceClosing();
  if (ends.closing?.aborted) onClosing();
  ends.closing?.addEventListener('abort', onClosing);

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = pending ?? (await Promise.race([events.next(), closed]));
          pending = undefined;
          if (left) return;
          if (next === 'closing') throw ends.closingFault();
          if (next.done) {
            await finish('complete');
            controller.close();
            return;
          }
          controller.enqueue(printEvent(next.value));
        } catch (error) {
          leave();
          await finish(left ? 'left' : 'failed', error);
          if (left) return;
          controller.enqueue(printEvent(await ends.describeFault(error)));
          controller.close();
        }
      },
      async cancel() {
        left = true;
        leave();
        await finish('left');
      },
    },
    { highWaterMark: 0 },
  );
}

function printEvent(event: object): Uint8Array {
  return encoder.encode(`data: ${JSON.stringify(event)}\n\n`);
}
