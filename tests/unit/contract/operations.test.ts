import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { FAULTS } from '#contract/faults.ts';
import { COMMON_FAULTS, faultsOf } from '#contract/operations/faults.ts';
import { EXAMPLE_PARAMS, OPERATION_IDS, OPERATIONS } from '#contract/operations/index.ts';
import { type Operation, pathOf } from '#contract/operations/operation.ts';
import { LISTED_RIGHTS, RIGHTS } from '#contract/rights.ts';

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const all: readonly Operation[] = OPERATION_IDS.map((id) => OPERATIONS[id]);

describe('operations', () => {
  test('are found by their id', () => {
    expect(all.map(({ id }) => id)).toEqual(OPERATION_IDS);
  });

  test('never share method and path', () => {
    const places = all.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(places).size).toBe(places.length);
  });

  test('of the interface are its nine endpoints, as it writes them', () => {
    const documented = all.filter(({ kind }) => kind === 'documented');
    expect(
      new Set(documented.map(({ method, path }) => `${method} ${path.replace('{Model}', 'Model')}`)),
    ).toEqual(
      new Set([
        'POST /api/v1/Model/chat/completions',
        'POST /api/v1/Model/stream/chat/completions',
        'POST /api/AIKnowledge/{botId}',
        'POST /api/UploadBlob',
        'GET /api/AIKnowledge/byId/{knowledgeId}',
        'POST /api/v1/RAG/Answer',
        'POST /api/v1/RAG/Stream/Answer',
        'POST /api/v1/Model/Stream/SpeechToText',
        'POST /api/v2/Model/SpeechToText',
      ]),
    );
    expect(documented.every(({ credential }) => credential === 'key')).toBe(true);
  });

  test('reach every fault code, directly or as one that every call may meet', () => {
    const reached = new Set([...COMMON_FAULTS, ...all.flatMap(faultsOf)]);
    expect(Object.keys(FAULTS).filter((code) => !reached.has(code as keyof typeof FAULTS))).toEqual([]);
  });

  test('have rights that a list of roles can name', () => {
    const used = new Set(all.map(({ right }) => right).filter((right) => right !== 'any'));
    expect(used).toEqual(new Set(LISTED_RIGHTS));
    expect(new Set(Object.keys(RIGHTS))).toEqual(new Set(['any', ...LISTED_RIGHTS]));
  });

  test('put the values of a path in, encoded', () => {
    const values = { botId: 1, fileId: 'a/b', grant: 'g', name: 'دليل 1.pdf' };
    expect(pathOf(OPERATIONS.getFile, values)).toBe(
      `/api/Files/1/a%2Fb/g/${encodeURIComponent('دليل 1.pdf')}`,
    );
  });
});

/** Whether a field of a value is none of its schema's: parsing drops it silently, as a renamed one. */
function hasStrippedField(value: unknown, parsed: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (typeof parsed !== 'object' || parsed === null) return true;
  const fields = parsed as Record<string, unknown>;
  return Object.entries(value).some(
    ([name, field]) => !(name in fields) || hasStrippedField(field, fields[name]),
  );
}

describe.each(all.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  const { body, params, query, answer, example, audited } = operation;

  test('has an example that its schemas accept', () => {
    const namedParams = Object.fromEntries(
      namesIn(operation.path).map((name) => [name, EXAMPLE_PARAMS[name]]),
    );
    const schemas: Record<string, z.ZodMiniType | undefined> = {
      params,
      query,
      body: body.form === 'none' ? undefined : body.schema,
    };
    const refused = Object.entries(schemas).filter(([part, schema]) => {
      const value = { ...example, params: params && namedParams }[part];
      if (!schema) return value !== undefined;
      const { success, data } = schema.safeParse(value ?? {});
      return !success || hasStrippedField(value, data);
    });
    expect(refused.map(([part]) => part)).toEqual([]);
  });

  test('has one parameter for each name in its path', () => {
    const keys = params && 'shape' in params.def ? Object.keys(params.def.shape as object) : [];
    expect(keys).toEqual(namesIn(operation.path));
    expect(keys).toEqual(expect.arrayContaining(audited?.param === undefined ? [] : [audited.param]));
  });

  test('has a summary of one sentence', () => {
    expect(operation.summary).toMatch(/^[A-Z][^.]{10,110}\.$/);
  });

  test('contradicts itself nowhere', () => {
    const { method, charged, limited, requiresActiveBot, idempotent, faults = [], notFound } = operation;
    const rules = {
      'what is charged is limited and needs an active bot': !charged || (limited && requiresActiveBot),
      'reading has no body and changes nothing': method !== 'GET' || (body.form === 'none' && !audited),
      'what is idempotent changes something': !idempotent || audited !== null,
      'a file has a type': answer.as !== 'file' || answer.types.length > 0,
      'faults are listed once': new Set([...faults, notFound]).size === faults.length + 1,
    };
    expect(Object.entries(rules).filter(([, holds]) => !holds)).toEqual([]);
  });
});
