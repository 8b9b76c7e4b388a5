import type { AuditSubject } from '#gateway/modules/audit/model.ts';
import type { StoredTest, TestSet } from '#gateway/modules/evaluation/model.ts';

export const testSubject = ({ id, question }: Pick<StoredTest, 'id' | 'question'>): AuditSubject => ({
  kind: 'test',
  id: String(id),
  name: question,
});
export const setSubject = ({ id, name }: Pick<TestSet, 'id' | 'name'>): AuditSubject => ({
  kind: 'test-set',
  id: String(id),
  name,
});

/** A test as audit entries show it. */
export const testFields = ({ question, expectation, tags }: StoredTest) => ({
  question,
  quotes: expectation.quotes,
  contains: expectation.contains,
  lacks: expectation.lacks,
  band: expectation.band,
  tags,
});
export const setFields = ({ name, tags }: Pick<TestSet, 'name' | 'tags'>) => ({ name, tags });
