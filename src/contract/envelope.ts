/**
 * Section 2.1 and 7: the envelope around every non-streamed JSON response except upload and get-by-id,
 * and the `Consumption` value that every response carries.
 */
import * as z from 'zod/mini';

/** Usage of one ledger after a call. Units: tokens, characters or seconds, by the kind of call. */
export interface Consumption {
  used: number;
  total: number;
}

const CONSUMPTION = /^\s*(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)\s*$/;

/** `<used>/<total>`; decimals are tolerated because foreign gateways send them. */
export const consumptionSchema = z.string().check(z.regex(CONSUMPTION));

/** Reads `<used>/<total>`; undefined when the text is not of that form. */
export function parseConsumption(text: string): Consumption | undefined {
  const match = CONSUMPTION.exec(text);
  return match ? { used: Number(match[1]), total: Number(match[2]) } : undefined;
}

/** Prints `<used>/<total>`. */
export function printConsumption(consumption: Consumption): string {
  return `${consumption.used}/${consumption.total}`;
}

/** The standard envelope around an endpoint's own `Response`. */
export function envelope<Response extends z.ZodMiniType>(response: Response) {
  return z.object({ StatusCode: z.int(), Response: response, Consumption: consumptionSchema });
}

/** The envelope of every failure: `Response` is a message for people, in the language asked for. */
export const faultEnvelopeSchema = envelope(z.string());
