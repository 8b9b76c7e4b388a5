/** The part of JSON schema that the contract uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  format?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  contentMediaType?: string;
}

/** Characters of a type on one line. */
const LINE_LENGTH = 90;

/**
 * A JSON schema as a TypeScript type with its limits as comments. Lines after the first are indented by `indent`.
 */
export function printType(schema: JsonSchema, indent = ''): string {
  const { $ref, type, enum: values, anyOf, oneOf, properties, items } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (values) return union(values.map((value) => JSON.stringify(value)));
  const parts = anyOf ?? oneOf;
  if (parts) return union(parts.map((part) => printType(part, indent)));
  if (Array.isArray(type)) return union(type.map((name) => printType({ type: name })));
  if (items) {
    const item = printType(items, indent);
    return / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (properties) return printObject(properties, schema.required ?? [], indent);
  if (typeof schema.additionalProperties === 'object') {
    const keys = schema.propertyNames ? printType(schema.propertyNames) : 'string';
    return `Record<${keys}, ${printType(schema.additionalProperties, indent)}>`;
  }
  if (schema.contentMediaType !== undefined) return 'File';
  return type ?? 'unknown';
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

function printObject(
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  indent: string,
): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    const field = `${key}${required.includes(name) ? '' : '?'}: ${printType(schema, inner)}`;
    return { field, limits: describeLimits(schema) };
  });
  const line = `{ ${fields.map(({ field }) => field).join('; ')} }`;
  if (!line.includes('\n') && line.length <= LINE_LENGTH && fields.every(({ limits }) => limits === ''))
    return line;
  const lines = fields.map(
    ({ field, limits }) => `${inner}${field};${limits === '' ? '' : ` // ${limits}`}\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

/** What a type does not say: ranges, lengths, formats and defaults. */
export function describeLimits(schema: JsonSchema): string {
  const alternatives = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = alternatives;
  const { items } = schema;
  return [
    ...(only && alternatives.length === 1 ? [describeLimits(only)] : []),
    schema.format === undefined ? '' : schema.format,
    printRange(schema.minimum ?? (schema.exclusiveMinimum === 0 ? 1 : undefined), schema.maximum, ''),
    printRange(schema.minLength, schema.maxLength, ' characters'),
    printRange(schema.minItems, schema.maxItems, ' items'),
    items && describeLimits(items) !== '' ? `each ${describeLimits(items)}` : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function printRange(from: number | undefined, to: number | undefined, unit: string): string {
  if (from === undefined && to === undefined) return '';
  if (to === undefined) return `at least ${from}${from === 1 ? unit.replace(/s$/, '') : unit}`;
  return from === undefined ? `at most ${to}${unit}` : `${from} to ${to}${unit}`;
}
