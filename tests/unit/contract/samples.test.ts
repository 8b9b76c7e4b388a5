import { describe, expect, test } from 'vitest';
import { answerSchema } from '#contract/answers.ts';
import { ContractError, parseResponse } from '#contract/contract-error.ts';
import { envelope } from '#contract/envelope.ts';
import { answer } from '#contract/operations/answers.ts';
import { ANSWER_SAMPLES } from './samples/answers.ts';
import { CHAT_SAMPLES } from './samples/chat.ts';
import { GATEWAY_SAMPLES } from './samples/gateway.ts';
import { document, MISSING } from './samples/sample.ts';
import { SPEECH_SAMPLES } from './samples/speech.ts';
import { SYNONYM_SAMPLES } from './samples/synonyms.ts';
import { UNIT_SAMPLES } from './samples/units.ts';

const SAMPLES = [
  ...ANSWER_SAMPLES,
  ...CHAT_SAMPLES,
  ...GATEWAY_SAMPLES,
  ...SPEECH_SAMPLES,
  ...SYNONYM_SAMPLES,
  ...UNIT_SAMPLES,
];

function change(value: unknown, path: string, to: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  let parent = copy;
  for (const name of names) parent = parent[name] as Record<string, unknown>;
  if (to === MISSING) delete parent[last];
  else parent[last] = to;
  return copy;
}

describe.each(SAMPLES)('%s', (_, schema, valid, broken) => {
  test('a sample is taken as it is, and again when it comes back', () => {
    const parsed = schema.parse(valid);
    expect(parsed).toMatchObject(valid as object);
    expect(schema.parse(structuredClone(parsed))).toEqual(parsed);
  });

  test('a foreign extra key does no harm', () => {
    expect(schema.safeParse({ ...(valid as object), someForeignKey: { a: 1 } }).success).toBe(true);
  });

  test.each(broken)('is broken by %s = %s, which is named', (path, value) => {
    const result = schema.safeParse(change(valid, path, value));
    expect(result.success).toBe(false);
    const named = result.error?.issues.map((issue) => issue.path.map(String).join('.')) ?? [];
    expect(
      named.some((name) => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`)),
    ).toBe(true);
  });
});

test('no shape is without a broken sample', () => {
  expect(SAMPLES.filter(([, , , broken]) => broken.length === 0)).toEqual([]);
});

test('a broken response is a ContractError that names endpoint and path', () => {
  const broken = change(
    {
      StatusCode: 200,
      Response: { answer: 'ج', chat_history: [], retrieved_documents: [document] },
      Consumption: '1/2',
    },
    'Response.retrieved_documents.0.score',
    'high',
  );
  const parse = (): unknown => parseResponse(answer, envelope(answerSchema), broken);
  expect(parse).toThrow(ContractError);
  expect(parse).toThrow(/answer.*Response\.retrieved_documents\.0\.score/);
});
