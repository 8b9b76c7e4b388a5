import { expect, test } from 'vitest';
import { describeIssue, issueField } from '#contract/describe-issue.ts';
import { registrationSchema, titleSchema } from '#contract/knowledge.ts';
import { modelServerChangeSchema } from '#contract/models.ts';
import { speechFieldsSchema } from '#contract/speech.ts';
import { uploadFieldsSchema } from '#contract/uploads.ts';

const registration = (input: object) => {
  const issue = registrationSchema.safeParse(input).error?.issues[0];
  if (!issue) throw new Error('nothing is wrong with it');
  return [issueField(issue), describeIssue(issue, input, 'en'), describeIssue(issue, input, 'ar')];
};

test('the kind of a registration is asked for by its values', () => {
  const unit = { title: 'دليل', SourceContent: ['https://example.org/'] };
  expect(registration(unit)).toEqual(['KnowledgeSource', 'is required', 'مطلوب']);
  for (const KnowledgeSource of [2, '1', null])
    expect(registration({ ...unit, KnowledgeSource })).toEqual([
      'KnowledgeSource',
      'must be one of: 0, 1',
      'يجب أن يكون واحدًا من: 0، 1',
    ]);
});

test('model servers: a login in the address and a key that no header can hold are told in words', () => {
  const server = { scope: 'bot', url: 'http://127.0.0.1:11434/v1', model: 'qwen' };
  for (const [wrong, english, arabic] of [
    [{ url: 'http://a:b@models.example/v1' }, 'must not contain a user name or password', 'يجب ألا يحتوي'],
    [{ key: 'مفتاح' }, 'must contain only visible ASCII characters, without spaces', 'يجب أن يقتصر'],
  ] as const) {
    const issue = modelServerChangeSchema.safeParse({ ...server, ...wrong }).error?.issues[0];
    if (!issue) throw new Error('nothing is wrong with it');
    expect(describeIssue(issue, server, 'en')).toBe(english);
    expect(describeIssue(issue, server, 'ar')).toContain(arabic);
  }
});

test('titles: white space collapses, what misleads is refused in words', () => {
  expect(titleSchema.parse(' دليل \n\t الموظف ')).toBe('دليل الموظف');
  expect(titleSchema.parse('\u202bدليل\u202c \u2068Guide\u2069\u200f')).toContain('Guide');
  for (const [title, english] of [
    ['دليل\u0000الموظف', 'must not contain control characters or direction overrides'],
    ['دليل\u001b[31m', 'must not contain control characters or direction overrides'],
    ['\u202eفدب.exe', 'must not contain control characters or direction overrides'],
    ['دليل\u202d', 'must not contain control characters or direction overrides'],
    ['\u200f\u200b', 'must contain a visible character'],
    ['ـــ', 'must contain a visible character'],
  ] as const) {
    const issue = titleSchema.safeParse(title).error?.issues[0];
    if (!issue) throw new Error(`accepted: ${JSON.stringify(title)}`);
    expect(describeIssue(issue, title, 'en')).toBe(english);
    expect(describeIssue(issue, title, 'ar')).toMatch(/^يجب (ألا|أن) يحتوي على/);
  }
});

test('empty fields of a form count as absent, and flags have no case', () => {
  const empty = { 'Model.FileType': '', ConvertAttachmentTo: '', EncryptFileName: '' };
  expect(uploadFieldsSchema.parse(empty)).toEqual({});
  expect(uploadFieldsSchema.parse({ EncryptFileName: 'TRUE' })).toEqual({ EncryptFileName: 'true' });
  expect(uploadFieldsSchema.safeParse({ EncryptFileName: 'yes' }).success).toBe(false);
  const speech = { ModelName: 'v1', RecordUrl: '', SampleRate: '', SetDefaultSampleRate: 'True' };
  expect(speechFieldsSchema.parse(speech)).toEqual({ ModelName: 'v1', SetDefaultSampleRate: 'true' });
  expect(speechFieldsSchema.safeParse({ ModelName: '' }).success).toBe(false);
});

test('a sample rate is at least 1', () => {
  const rate = (SampleRate: string) => speechFieldsSchema.safeParse({ ModelName: 'v1', SampleRate });
  expect(rate('0').success).toBe(false);
  expect(rate('000').success).toBe(false);
  expect(rate('16000').data?.SampleRate).toBe('16000');
  const [issue] = rate('0').error?.issues ?? [];
  expect(issue && describeIssue(issue, {}, 'en')).toBe('must be at least 1');
});
