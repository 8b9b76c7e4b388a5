import { HEADERS } from '#contract/headers.ts';
import { UnknownStreamFormError } from '#src/api/transport/gateway-errors.ts';
import type { HttpClient, RequestOptions } from '#src/api/transport/http-client.ts';

export type EventStream<Head, Event> = {
  /** Resolves with the response headers. */
  opened: Promise<Head>;
  /** For a single reader; leaving the loop before its end ends the request. */
  events: AsyncIterable<Event>;
};

/**
 * Sends a composed request and opens its event stream. `readEvents` reports the Consumption of its events; a stream
 * that ends or is left without any has an unknown charge.
 */
export function openStream<Head, Event>(
  http: HttpClient,
  request: Promise<RequestOptions>,
  headOf: (headers: Headers) => Head,
  readEvents: (
    response: Response,
    requestId: string | undefined,
    onConsumption: (value: unknown) => void,
  ) => AsyncIterable<Event>,
): EventStream<Head, Event> {
  const controller = new AbortController();
  const response = request.then((composed) => {
    const signals = composed.signal === undefined ? [] : [composed.signal];
    const signal = AbortSignal.any([...signals, controller.signal]);
    return http.request({ ...composed, timeout: false, signal });
  });
  const opened = response.then(({ headers }) => headOf(headers));
  // A reader of events alone gets the error from `events`.
  opened.catch(() => undefined);
  const events = (async function* () {
    let unknownCharge = false;
    let isWhole = false;
    const onConsumption = (value: unknown) => {
      if (http.reportConsumption(value)) unknownCharge = false;
    };
    try {
      const answered = await response;
      unknownCharge = true;
      yield* readEvents(answered, answered.headers.get(HEADERS.requestId) ?? undefined, onConsumption);
      isWhole = true;
    } catch (error) {
      isWhole = error instanceof UnknownStreamFormError;
      throw error;
    } finally {
      // A stream that was read to its end closes by itself: an abort would look like a reader who left.
      if (!isWhole) controller.abort();
      if (unknownCharge) http.reportUnknownCharge(await request);
    }
  })();
  return { opened, events };
}
