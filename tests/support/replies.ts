import { faultEnvelopeSchema } from '#contract/envelope.ts';
import { parseFaultParameters } from '#contract/faults.ts';

/** The `Response` of an envelope that must be a success. */
export async function responseOf<T>(response: Response): Promise<T> {
  const body = (await response.json()) as { StatusCode: number; Response: T };
  if (!response.ok || body.StatusCode !== 200) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
  return body.Response;
}

/** The fault of a failed response as one object. */
export async function faultOf(response: Response) {
  const body = faultEnvelopeSchema.parse(await response.json());
  const field = response.headers.get('x-fault-field');
  return {
    status: response.status,
    fault: response.headers.get('x-fault'),
    field: field,
    parameters: parseFaultParameters(response.headers.get('x-fault-parameters')),
    text: body.Response,
  };
}

/** The events of a stream that has ended. */
export async function eventsOf(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .filter((line) => line !== '')
    .map((line) => {
      if (!line.startsWith('data: ')) throw new Error(`not a data line: ${line}`);
      return JSON.parse(line.slice(6)) as Record<string, unknown>;
    });
}
