/** Extension: the health report of a source: what was wrong with its text and what was repaired. */
import * as z from 'zod/mini';

const ENCODING_EVIDENCE = ['mark', 'transport', 'declaration', 'utf-8', 'guess'] as const;

/** How the bytes became text; `confidence` in percent, `declared` what was stated and found to be wrong. */
const healthEncodingSchema = z.object({
  label: z.string(),
  evidence: z.enum(ENCODING_EVIDENCE),
  confidence: z.number(),
  declared: z.nullable(z.string()),
});
export type HealthEncoding = z.infer<typeof healthEncodingSchema>;

/** `language` in BCP 47 (`und`: only the script is known), `script` in ISO 15924, `share` of all letters 0..1. */
const healthLanguageSchema = z.object({
  language: z.string(),
  script: z.string(),
  share: z.number().check(z.gte(0), z.lte(1)),
});
export type HealthLanguage = z.infer<typeof healthLanguageSchema>;

/** As it stood in the source and as it is kept; `after` is empty where it was left out or is lost. */
const healthSampleSchema = z.object({ before: z.string(), after: z.string() });
export type HealthSample = z.infer<typeof healthSampleSchema>;

/** Codes with labels in the dashboard, which omits unknown codes of other gateways. */
export const HEALTH_CODES = [
  'reversed-lines',
  'presentation-forms',
  'split-letters',
  'tatweel',
  'mojibake',
  'reversed-numbers',
  'broken-letters',
  'missing-text',
  'hidden-text',
  'struck-text',
  'left-out-text',
  'filtered-rows',
  'formulas-without-value',
  'repeated-lines',
  'ocr-pages',
  'model-directed-text',
] as const;
export type HealthCode = (typeof HEALTH_CODES)[number];

/**
 * One finding: `found` times, of which `repaired` were repaired or rightly left out; the rest wants a look. `pages` are
 * the first ones it lies on, 1-based; `confidence` in percent where it is known.
 */
const healthItemSchema = z.object({
  code: z.string(),
  found: z.int(),
  repaired: z.int(),
  pages: z.array(z.int()),
  confidence: z.nullable(z.number()),
  samples: z.array(healthSampleSchema),
});
export type HealthItem = z.infer<typeof healthItemSchema>;

/** `encoding` is null for formats that leave nothing to find out; `languages` by share, largest first. */
export const healthReportSchema = z.object({
  encoding: z.nullable(healthEncodingSchema),
  languages: z.array(healthLanguageSchema),
  items: z.array(healthItemSchema),
});
export type HealthReport = z.infer<typeof healthReportSchema>;
