/**
 * The adapter answers with the message of an error when a body that was looked at fails before its first byte, and that
 * may name a path. Such a body breaks off without saying why; `note` hears it.
 */
export function quietBody(response: Response, note: (cause: unknown) => void): Response {
  if (isUntouched(response) || !response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const next = await reader.read();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (cause) {
          note(cause);
          controller.error(new Error('The answer broke off.'));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}

/** The adapter's light response keeps its body in a field of this name until somebody looks at it: that way is safe. */
function isUntouched(response: Response): boolean {
  return Object.getOwnPropertySymbols(response).some(({ description }) => description === 'cache');
}
