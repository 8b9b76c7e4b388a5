/** Values that a schema of the contract takes, made from its JSON schema. */
import * as z from 'zod/mini';
import type { Random } from '../fleet/random.ts';

interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
}

const TEXTS = ['مرحبا', 'دليل الموظف', 'متى يبدأ الدوام؟', 'text', '1', 'true', 'ar', 'Asia/Riyadh'];
const jsonSchemas = new WeakMap<object, JsonSchema>();

/** A value of `schema`: what is required, and each optional field now and then. Checks that JSON schemas cannot say may refuse it. */
export function sampleOf(schema: z.ZodMiniType, random: Random): unknown {
  let json = jsonSchemas.get(schema);
  if (!json) {
    json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
    jsonSchemas.set(schema, json);
  }
  return sample(json, random);
}

function sample(schema: JsonSchema, random: Random): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options) return sample(random.pick(options), random);
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const given = Object.entries(properties).filter(
        ([name]) => required.includes(name) || random.next() < 0.4,
      );
      return Object.fromEntries(given.map(([name, fieldSchema]) => [name, sample(fieldSchema, random)]));
    }
    case 'array': {
      const length = random.pick([schema.minItems ?? 0, 1, Math.min(schema.maxItems ?? 3, 3)]);
      return Array.from({ length }, () => sample(schema.items ?? {}, random));
    }
    case 'integer':
    case 'number': {
      const least = Math.max(schema.minimum ?? 0, -1e6);
      const highest = Math.min(schema.maximum ?? least + 100, least + 1e6);
      const value = random.pick([least, highest, least + random.next() * (highest - least)]);
      return schema.type === 'integer' ? Math.round(value) : value;
    }
    case 'boolean':
      return random.next() < 0.5;
    case 'null':
      return null;
    default:
      return textOf(schema, random);
  }
}

function textOf({ format, minLength = 0, maxLength = 1_000 }: JsonSchema, random: Random): string {
  if (format === 'uri') return 'http://127.0.0.1:1/ع';
  if (format === 'date-time') return random.pick(['2027-01-01T00:00:00Z', '2026-11-21T09:00:00+03:00']);
  return random.pick(TEXTS).padEnd(Math.min(minLength, 300), 'ن').slice(0, maxLength);
}
