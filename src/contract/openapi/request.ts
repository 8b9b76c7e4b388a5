/** Parameters and body of an operation. */
import * as z from 'zod/mini';
import type { FieldRules, RequestBody } from '#contract/operations/operation.ts';
import { type Components, type Json, jsonSchemaOf } from './components.ts';

/** The names of a path or a query, each with the type that its text stands for. */
export function parametersOf(
  place: 'path' | 'query',
  schema: z.ZodMiniType | undefined,
  examples: Record<string, string> | undefined,
  components: Components,
): Json[] {
  if (!schema) return [];
  const { properties = {} } = jsonSchemaOf(schema, 'output', components);
  const { required = [] } = jsonSchemaOf(schema, 'input', components);
  return Object.entries(properties as Record<string, Json>).map(([name, type]) => ({
    name,
    in: place,
    required: (required as string[]).includes(name),
    schema: type,
    ...(examples?.[name] === undefined ? {} : { example: readExample(type, examples[name]) }),
  }));
}

const readExample = ({ type }: Json, text: string): string | number =>
  type === 'integer' || type === 'number' ? Number(text) : text;

/** The schema of a body with its rules about several fields. */
function withRules(schema: Json, { fixed = {}, exactlyOne, atLeastOne }: FieldRules = {}): Json {
  const properties = schema['properties'] as Record<string, Json>;
  const required = [...((schema['required'] as string[] | undefined) ?? [])];
  for (const [name, value] of Object.entries(fixed)) {
    const { default: byDefault, ...type } = properties[name] ?? {};
    if (byDefault !== value) required.push(name);
    properties[name] = { ...type, const: value };
  }
  const requireEach = (names: readonly string[]) => names.map((name) => ({ required: [name] }));
  const allOf = [
    ...(exactlyOne === undefined ? [] : [{ oneOf: requireEach(exactlyOne) }]),
    ...(atLeastOne === undefined ? [] : [{ anyOf: requireEach(atLeastOne) }]),
  ];
  return {
    ...schema,
    ...(required.length > 0 ? { required } : {}),
    ...(allOf.length > 0 ? { allOf } : {}),
  };
}

export function bodyOf(body: RequestBody, example: unknown, components: Components): Json {
  if (body.form === 'none') return {};
  if (body.form !== 'multipart') {
    const schema = jsonSchemaOf(body.schema, 'input', components);
    const content = { schema: body.rules ? withRules(schema, body.rules) : schema, example };
    return { requestBody: { required: body.form === 'json', content: { 'application/json': content } } };
  }
  const fields = jsonSchemaOf(body.schema, 'output', components);
  const properties = {
    ...(fields['properties'] as Json),
    [body.file]: { type: 'string', contentMediaType: 'application/octet-stream' },
  };
  const required = [...((fields['required'] as string[] | undefined) ?? [])];
  if (!body.fileOptional) required.push(body.file);
  return {
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': { schema: withRules({ ...fields, properties, required }, body.rules) },
      },
    },
  };
}
