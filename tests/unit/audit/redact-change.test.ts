import { describe, expect, test } from 'vitest';
import { redactChange } from '#gateway/modules/audit/services/record-audit-event.ts';

const subject = { kind: 'unit', id: '1', name: 'دليل' } as const;
const trim = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  redactChange({ subject, before, after });

describe('trimChange', () => {
  test('keeps only the changed fields, and all fields of a new or removed subject', () => {
    expect(trim({ title: 'أ', note: 'ب', bots: [1, 2] }, { title: 'أ', note: 'ت', bots: [1, 2] })).toEqual({
      before: { note: 'ب' },
      after: { note: 'ت' },
    });
    expect(trim(null, { title: 'أ' })).toEqual({ before: null, after: { title: 'أ' } });
    expect(trim({ title: 'أ' }, null)).toEqual({ before: { title: 'أ' }, after: null });
    expect(trim({ title: 'أ' }, { binned: true })).toEqual({
      before: { title: 'أ' },
      after: { binned: true },
    });
  });

  test('distinguishes an unchanged subject from an action without visible fields', () => {
    expect(trim({}, {})).toBeUndefined();
    expect(trim({ title: 'أ' }, { title: 'أ' })).toBeUndefined();
    expect(trim(null, null)).toEqual({ before: null, after: null });
  });

  test('detects a change beyond the stored part of a text', () => {
    const long = 'ن'.repeat(5000);
    const redacted = trim({ description: `${long}أ` }, { description: `${long}ب` });
    expect(redacted?.before?.['description']).toBe(`${'ن'.repeat(299)}…`);
    expect(redacted?.after).toEqual(redacted?.before);
  });

  test('clips lists, depth and halves of characters', () => {
    const redacted = trim(null, {
      hosts: Array.from({ length: 60 }, (_, index) => `h${index}`),
      deep: { a: { b: { c: { d: 1 } } } },
      text: `${'ن'.repeat(298)}😀😀`,
      on: new Date('2026-11-21T09:00:00Z'),
      gone: undefined,
      odd: () => 1,
    });
    const { hosts, deep, text, ...others } = redacted?.after ?? {};
    expect(hosts).toEqual([...Array.from({ length: 50 }, (_, index) => `h${index}`), '… +10']);
    expect(deep).toEqual({ a: { b: { c: null } } });
    expect(text).toSatisfy((clipped: string) => clipped.length === 300 && clipped.isWellFormed());
    expect(others).toMatchObject({ on: '2026-11-21T09:00:00.000Z', odd: null });
    expect(redacted?.after).not.toHaveProperty('gone');
  });

  test('removes secrets from any field and any text', () => {
    const secret = 'fih_9aZ-bcdefghijklmnop_qrstuvwxyz0123456789AB';
    const redacted = trim(null, {
      secret,
      hash: 'ab'.repeat(32),
      key: secret,
      secretSealed: 'x',
      nested: { signingSecret: 'x', name: 'اسم' },
      description: `المفتاح ${secret} وwhsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`,
      list: [secret],
    });
    expect(redacted?.after).toEqual({
      nested: { name: 'اسم' },
      description: 'المفتاح fih_… وwhsec_…',
      list: ['fih_…'],
    });
  });
});
