import { describe, expect, test } from 'vitest';
import { answerRequestSchema } from '#contract/answers.ts';
import { describeIssue, issueField } from '#contract/describe-issue.ts';
import { parseConsumption, parseReportedConsumption, printConsumption } from '#contract/envelope.ts';
import { FAULTS, parseFaultParameters, printFaultParameters } from '#contract/faults.ts';
import { parseDates, parseTitles, printDates, printTitles } from '#contract/headers.ts';
import {
  lenientRegistrationResponseSchema,
  lenientUnitSchema,
  registrationSchema,
  unitListQuerySchema,
} from '#contract/knowledge.ts';
import { SOURCE_STATUS, STATUS_WORDS, statusNumber } from '#contract/source-status.ts';

describe('Consumption', () => {
  test('is read back as it was printed', () => {
    expect(parseConsumption(printConsumption({ used: 12, total: 34 }))).toEqual({ used: 12, total: 34 });
  });
  test.each([
    [' 1.5 / 20 ', 1.5, 20],
    ['1,234/50,000', 1234, 50_000],
    ["1'234/1 000 000", 1234, 1_000_000],
    ['١٬٢٣٤٫٥/٥٠٠٠٠', 1234.5, 50_000],
    ['۱۲/۳۴', 12, 34],
  ])('reads decimals, blanks, any digits and thousands separators: %s', (text, used, total) => {
    expect(parseConsumption(text)).toEqual({ used, total });
  });
  test('reads nothing else', () => {
    for (const value of [
      '',
      '5',
      '5/',
      '/5',
      'a/b',
      '1/2/3',
      '-1/2',
      '1,23/50',
      '1,2345/9',
      5,
      null,
      undefined,
    ])
      expect(parseConsumption(value)).toBeUndefined();
    expect(parseReportedConsumption(' unlimited ')).toBe('unlimited');
    for (const value of [' ', 5, null, undefined, {}])
      expect(parseReportedConsumption(value)).toBeUndefined();
  });
});

describe('headers', () => {
  test('titles travel whole, with commas, spaces and Arabic', () => {
    const titles = ['دليل, الموظف', 'a b', '100%', 'x,y'];
    const header = printTitles(titles);
    expect(header).toMatch(/^[\x21-\x7e]+$/);
    expect(parseTitles(header)).toEqual(titles);
    expect(parseTitles(null)).toEqual([]);
  });
  test('dates of documents travel to the second, and what is no date is none', () => {
    const header = printDates([new Date('2026-11-21T09:00:00.400Z'), null]);
    expect(header).toBe('2026-11-21T09:00:00Z,');
    expect(parseDates(header)).toEqual(['2026-11-21T09:00:00Z', null]);
    expect(parseDates('yesterday, 2026-11-21T09:00:00Z')).toEqual([null, '2026-11-21T09:00:00Z']);
    for (const absent of [null, '', ' ']) expect(parseDates(absent)).toEqual([]);
  });
  test('parameters of faults travel whole, and what cannot be read counts as none', () => {
    const parameters = { title: 'دليل "أ"', id: 7, names: ['أ', 'b'] };
    const header = printFaultParameters(parameters);
    expect(header).toMatch(/^[\x21-\x7e]+$/);
    expect(parseFaultParameters(header)).toEqual(parameters);
    for (const broken of [null, '', '%', 'x', '[]', '7']) expect(parseFaultParameters(broken)).toEqual({});
  });
});

describe('foreign looseness', () => {
  const unit = {
    id: 1,
    title: 'x',
    description: null,
    botId: 1,
    createdOn: '2026-11-21T09:00:00',
    modifiedOn: '2026-11-21T12:00:00+03:00',
    sourceStatus: 9,
    aiKnowledgeSources: [],
  };
  test('a null description and a time without a zone are read', () => {
    expect(lenientUnitSchema.parse(unit)).toMatchObject({
      description: '',
      createdOn: '2026-11-21T09:00:00.000Z',
      modifiedOn: '2026-11-21T09:00:00.000Z',
      sourceStatus: 9,
    });
  });
  test.each([
    [{ id: 7 }, { id: 7, candidates: [] }],
    [{}, { candidates: [] }],
    [null, { candidates: [] }],
    ['done', { candidates: [] }],
    [{ id: '7' }, { candidates: [7] }],
    [{ id: -1 }, { candidates: [] }],
    ['77', { candidates: [77] }],
    [{ botId: 3, jobId: 2, took: 1.5, data: { id: '77' } }, { candidates: [77, 2, 3] }],
    [[[[{ aiKnowledge: [{ no: 5 }, 6] }]]], { candidates: [6, 5] }],
    // Parts of a date, a version and a UUID are no numbers of their own.
    ['تمت إضافة الوحدة 77 في 2026-11-26T09:41:00Z (v1.2, 3f2504e0-4f89-11d3)', { candidates: [77] }],
    [{ id: 2 ** 53, on: '2026-11-26' }, { candidates: [] }],
  ])('a registration that answers %o may have the ids %o', (answer, ids) => {
    expect(lenientRegistrationResponseSchema.parse(answer)).toEqual(ids);
  });
});

test('defaults of section 2.7', () => {
  expect(answerRequestSchema.parse({ Question: ' متى؟ ' })).toEqual({
    Question: 'متى؟',
    Limit: 10,
    MaxLimit: 10,
    Temperature: 0.1,
    MaxOutputTokens: 1024,
    UpdateGlobal: false,
    IsStream: false,
  });
});

test('the query of the list arrives as text', () => {
  expect(unitListQuerySchema.parse({ offset: '50', limit: '100', status: '3' })).toMatchObject({
    offset: 50,
    limit: 100,
    status: 3,
  });
  expect(unitListQuerySchema.parse({})).toMatchObject({ offset: 0, limit: 25, sort: '-modifiedOn' });
});

test('numbers and words of sourceStatus belong together, four and no fifth', () => {
  expect(Object.values(SOURCE_STATUS)).toEqual([0, 1, 2, 3]);
  for (const word of STATUS_WORDS) expect(STATUS_WORDS[statusNumber(word)]).toBe(word);
});

test('an issue is worded in both languages, and its field is named as people write it', () => {
  const input = {
    title: 'x',
    KnowledgeSource: 0,
    SourceContent: [{ FileName: 'a', FileUrl: 'b', FilePath: 'c', FileSize: -1 }],
  };
  const issue = registrationSchema.safeParse(input).error?.issues[0];
  if (!issue) throw new Error('it parsed');
  expect(issueField(issue)).toBe('SourceContent[0].FileSize');
  expect(describeIssue(issue, input, 'en')).toBe('must be at least 0');
  expect(describeIssue(issue, input, 'ar')).toBe('يجب ألا يقل عن 0');
  const empty = registrationSchema.safeParse({ KnowledgeSource: 1, SourceContent: ['https://x.org'] }).error
    ?.issues[0];
  if (!empty) throw new Error('it parsed');
  expect(describeIssue(empty, {}, 'en')).toBe('is required');
});

test('every fault has a status of failure', () => {
  for (const { status } of Object.values(FAULTS)) expect(status).toBeGreaterThanOrEqual(400);
});
