import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { FAULTS } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import { describeApi } from '#contract/openapi/describe-api.ts';
import { OPERATION_IDS, OPERATIONS } from '#contract/operations/index.ts';

const document = describeApi({
  name: 'Fihrist',
  version: '0.1.0',
  modelFamily: 'Model',
  url: 'http://localhost:8787',
});
const paths = document['paths'] as Record<string, Record<string, { operationId: string }>>;
const text = JSON.stringify(document);

/** Where a schema says nothing of a value, as dotted paths. */
function emptySchemas(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const here = path === '' ? name : `${path}.${name}`;
    const isEmpty = typeof child === 'object' && child !== null && Object.keys(child).length === 0;
    return /(?:^|\.)(?:properties\.[^.]+|items|schema)$/.test(here) && isEmpty
      ? [here]
      : emptySchemas(child, here);
  });
}

describe('the OpenAPI document', () => {
  test('is valid, and each of its references leads somewhere', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
    const { info: _, ...nameless } = document;
    expect(await new Validator().validate(structuredClone(nameless))).toMatchObject({ valid: false });
    const schemas = document['components'] as Record<string, Record<string, unknown>>;
    const refs = [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(refs.length).toBeGreaterThan(500);
    expect(refs.filter(([, kind = '', name = '']) => !(name in (schemas[kind] ?? {})))).toEqual([]);
    expect(text).not.toContain('$defs');
  });

  test('has every operation, under its method and path', () => {
    const ids = OPERATION_IDS.map((id) => {
      const { path, method } = OPERATIONS[id];
      return paths[path.replace('{Model}', 'Model')]?.[method.toLowerCase()]?.operationId;
    });
    expect(ids).toEqual(OPERATION_IDS);
  });

  test('names every fault code but the one that nobody receives, and every header', () => {
    const codes = Object.keys(FAULTS).filter((code) => !text.includes(`\`${code}\``));
    expect(codes).toEqual(['client-disconnected']);
    expect(Object.values(HEADERS).filter((name) => !text.includes(`"${name}"`))).toEqual([]);
  });

  test('says of every value what it is, audited fields and parameters of faults aside', () => {
    expect(emptySchemas(document)).toEqual([]);
  });

  test('writes the model family into the paths', () => {
    const other = describeApi({ name: 'Fihrist', version: '0.1.0', modelFamily: 'AQL', url: '/' });
    expect(Object.keys(other['paths'] as object)).toContain('/api/v1/AQL/chat/completions');
    expect(JSON.stringify(other)).not.toContain('{Model}');
  });

  test('shows requests as they are sent and answers as they come', () => {
    const list = paths['/api/AIKnowledge/all/{botId}']?.['get'];
    expect(list).toMatchObject({
      security: [{ key: [], bot: [] }],
      parameters: expect.arrayContaining([
        { name: 'botId', in: 'path', required: true, schema: { type: 'string' }, example: '1' },
        {
          name: 'limit',
          in: 'query',
          required: false,
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
          example: 25,
        },
      ]),
    });
    expect(paths['/api/UploadBlob']?.['post']).toMatchObject({
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: {
              required: ['Attachment'],
              properties: { EncryptFileName: { enum: ['true', 'false'] } },
            },
          },
        },
      },
    });
    expect(paths['/api/openapi.json']?.['get']).toMatchObject({ security: [] });
  });
});
