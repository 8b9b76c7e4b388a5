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

interface Described {
  requestBody: {
    content: Record<string, { schema: { properties: Record<string, unknown>; required: string[] } }>;
  };
  responses: Record<string, Record<string, unknown>>;
}

function describedAt(path: string, method = 'post'): Described {
  const described = paths[path]?.[method];
  if (!described) throw new Error(`the document lacks ${path}`);
  return described as unknown as Described;
}

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

  const schemaOf = (path: string, type = 'application/json') =>
    describedAt(path).requestBody.content[type]?.schema;

  test('says which value a flag has where only one is taken, and requires it where that is not the default', () => {
    const streamed = schemaOf('/api/v1/RAG/Stream/Answer');
    expect(streamed?.properties['IsStream']).toEqual({ type: 'boolean', const: true });
    expect(streamed?.required).toEqual(expect.arrayContaining(['Question', 'IndexNames', 'IsStream']));
    const whole = schemaOf('/api/v1/RAG/Answer');
    expect(whole?.properties['IsStream']).toEqual({ type: 'boolean', const: false });
    expect(whole?.required).not.toContain('IsStream');
    expect(schemaOf('/api/v1/RAG/Explain')?.properties['IsStream']).not.toHaveProperty('const');
  });

  test('says that a record is a file or an address, and that a sample rate is needed', () => {
    for (const path of ['/api/v1/Model/Stream/SpeechToText', '/api/v2/Model/SpeechToText']) {
      expect(schemaOf(path, 'multipart/form-data')).toMatchObject({
        required: ['ModelName'],
        allOf: [
          { oneOf: [{ required: ['Record'] }, { required: ['RecordUrl'] }] },
          { anyOf: [{ required: ['SampleRate'] }, { required: ['SetDefaultSampleRate'] }] },
        ],
      });
    }
  });

  test('describes a range of a file like the file, and the headers of a stream', () => {
    const file = describedAt('/api/Files/{botId}/{fileId}/{grant}/{name}', 'get');
    expect(file.responses['206']).toMatchObject({
      headers: { 'Content-Range': expect.anything() },
      content: { '*/*': {} },
    });
    const stream = describedAt('/api/v1/RAG/Stream/Answer');
    expect(stream.responses['200']?.headers).toHaveProperty('X-Accel-Buffering');
  });

  test('has patterns that validators of any language read', () => {
    const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/gu)].map(
      ([, pattern = '']) => JSON.parse(pattern) as string,
    );
    expect(patterns.length).toBeGreaterThan(2);
    expect(patterns.filter((pattern) => /\\[pPu]\{?|\(\?<?[=!]/u.test(pattern))).toEqual([]);
    for (const pattern of patterns) expect(() => new RegExp(pattern)).not.toThrow();
  });

  test('says which faults may pass by themselves', () => {
    const { responses } = describedAt('/api/v1/RAG/Stream/Answer');
    expect(responses['503']?.['x-retryable']).toEqual(['model-busy']);
    expect(responses['429']?.['x-retryable']).toContain('too-many-calls');
    for (const status of ['400', '401', '402', '403'])
      expect(responses[status]).not.toHaveProperty('x-retryable');
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
