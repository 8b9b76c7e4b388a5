/**
 * Section 2.1 and 7: the envelope around every non-streamed JSON response except upload and get-by-id,
 * and the `Consumption` value that every response carries.
 */
import * as z from 'zod/mini';
import { plainNumbers } from '#common/fold-text.ts';

/** Usage of one ledger after a call. Units: tokens, characters or seconds, by the kind of call. */
export interface Consumption {
  used: number;
  total: number;
}

/** Figures, or the words of another gateway, such as "unlimited", which are shown as sent. */
export type ReportedConsumption = Consumption | string;

const CONSUMPTION = /^\s*(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)\s*$/;

/** `<used>/<total>`; decimals are tolerated because foreign gateways send them. */
export const consumptionSchema = z.string().check(z.regex(CONSUMPTION));

/** Reads `<used>/<total>`, with any digits and thousands separators; undefined for any other value. */
export function parseConsumption(value: unknown): Consumption | undefined {
  const match = typeof value === 'string' ? CONSUMPTION.exec(plainNumbers(value)) : null;
  return match ? { used: Number(match[1]), total: Number(match[2]) } : undefined;
}

/** A Consumption of any gateway; undefined without one. */
export function parseReportedConsumption(value: unknown): ReportedConsumption | undefined {
  const text = typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  return parseConsumption(value) ?? text;
}

/** The figures of a Consumption; undefined where another gateway sends words. */
export const figuresOf = (consumption: ReportedConsumption | undefined): Consumption | undefined =>
  typeof consumption === 'string' ? undefined : consumption;

/** Prints `<used>/<total>`. */
export function printConsumption(consumption: Consumption): string {
  return `${consumption.used}/${consumption.total}`;
}

/** The standard envelope around an endpoint's own `Response`. */
export function envelope<Response extends z.ZodMiniType>(response: Response) {
  return z.object({ StatusCode: z.int(), Response: response, Consumption: consumptionSchema });
}

/** The envelope of any gateway: everything but `Response` may be missing or unreadable. */
export function lenientEnvelope<Response extends z.ZodMiniType>(response: Response) {
  return z.object({ Response: response, Consumption: z.optional(z.unknown()) });
}

/** The envelope of every failure: `Response` is a message for people, in the language asked for. */
export const faultEnvelopeSchema = envelope(z.string());
