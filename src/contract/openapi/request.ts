/** Parameters and body of an operation. */
import * as z from 'zod/mini';
import type { RequestBody } from '#contract/operations/operation.ts';
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

export function bodyOf(body: RequestBody, example: unknown, components: Components): Json {
  if (body.form === 'none') return {};
  if (body.form !== 'multipart') {
    const content = { schema: jsonSchemaOf(body.schema, 'input', components), example };
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
      content: { 'multipart/form-data': { schema: { ...fields, properties, required } } },
    },
  };
}
