import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GatewayFault } from '#gateway/core/errors.ts';
import { auditSettingsChanges } from '#gateway/modules/access/services/provision.ts';
import { ensureOperatorKey } from '#gateway/modules/access/services/sign-in.ts';
import type { AuditEntry, Change } from '#gateway/modules/audit/model.ts';
import {
  type AuditEvent,
  commandActor,
  GATEWAY_ACTOR,
  recordAuditChanges,
  recordAuditEvent,
  resolveIntents,
} from '#gateway/modules/audit/services/record-audit-event.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { sweepOnce } from '#tests/support/sweep.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(() => gateway.close());

const EVENT: AuditEvent = {
  botId: 1,
  actor: { kind: 'key', keyId: 'k1', name: 'مفتاح' },
  address: '192.0.2.7',
  requestId: 'r1',
  action: 'updateUnit',
  subject: { kind: 'unit', id: '7' },
};
const CHANGE: Change = {
  subject: { kind: 'unit', id: '7', name: 'دليل' },
  before: { title: 'أ' },
  after: { title: 'ب' },
};
const entries = async (botId = 1): Promise<AuditEntry[]> =>
  (await gateway.ports.audit.list(botId, { offset: 0, limit: 50 })).items;
const notesLeft = () => gateway.ports.audit.resolveIntentsOlderThan(new Date('2100-01-01'), 100);

describe('recordAuditEvent', () => {
  test('writes an entry for every change and every affected bot', async () => {
    const result = await recordAuditEvent(gateway.ports, EVENT, (report) => {
      report({ ...CHANGE, bots: [1, 2, 2] });
      report({ ...CHANGE, before: null, after: null });
      report({ ...CHANGE, before: {}, after: {} });
      return Promise.resolve('نعم');
    });
    expect(result).toBe('نعم');
    const { subject: _, ...facts } = EVENT;
    expect(await entries()).toEqual([
      expect.objectContaining({ id: 2, before: null, after: null, outcome: 'done' }),
      { ...facts, ...CHANGE, id: 1, on: gateway.time.now, outcome: 'done' },
    ]);
    expect(await entries(2)).toHaveLength(1);
    expect(await notesLeft()).toBe(0);
    expect(gateway.lines).toEqual([]);
  });

  test('leaves no entry of a refusal, and an entry of an interrupted operation', async () => {
    const refuse = () => Promise.reject(new GatewayFault('unit-not-found', { id: 7 }));
    await expect(recordAuditEvent(gateway.ports, EVENT, refuse)).rejects.toThrow('unit-not-found');
    expect(await entries()).toEqual([]);
    expect(await notesLeft()).toBe(0);

    const fail = () => Promise.reject(new Error('disk on fire'));
    await expect(recordAuditEvent(gateway.ports, EVENT, fail)).rejects.toThrow('disk on fire');
    expect(await entries()).toMatchObject([
      { outcome: 'unknown', before: null, requestId: 'r1', actor: EVENT.actor },
    ]);
    expect(await notesLeft()).toBe(0);
  });

  test('records the changes made before the operation failed', async () => {
    const half = (report: (change: Change) => void) => {
      report(CHANGE);
      return Promise.reject(new GatewayFault('file-not-found'));
    };
    await expect(recordAuditEvent(gateway.ports, EVENT, half)).rejects.toThrow('file-not-found');
    expect(await entries()).toMatchObject([{ ...CHANGE, outcome: 'done' }]);
  });

  test('treats an operation without a change as a fault, in the log and in the audit', async () => {
    await recordAuditEvent(gateway.ports, EVENT, () => Promise.resolve());
    expect(gateway.lines).toEqual([
      {
        level: 'error',
        event: 'audit-event-missing',
        facts: { action: 'updateUnit', requestId: 'r1', botId: 1 },
      },
    ]);
    expect(await entries()).toMatchObject([{ outcome: 'unknown' }]);
  });

  test('fails the call when the change cannot be recorded, and leaves the note for later', async () => {
    const { audit } = gateway.ports;
    const broken = { ...gateway.ports, audit: { ...audit, append: () => Promise.reject(new Error('full')) } };
    const work = (report: (change: Change) => void) => Promise.resolve(report(CHANGE));
    await expect(recordAuditEvent(broken, EVENT, work)).rejects.toThrow('full');
    expect(await entries()).toEqual([]);
    gateway.time.now = new Date('2026-11-21T09:00:01Z');
    expect(await resolveIntents(gateway.ports, gateway.time.now)).toBe(1);
    expect(await entries()).toMatchObject([
      { outcome: 'unknown', action: 'updateUnit', subject: { id: '7' } },
    ]);
    expect(gateway.lines.at(-1)).toMatchObject({ level: 'warn', event: 'audit-outcome-unknown' });
  });

  test.each([
    ['that was not written', false],
    ['of which only the answer was lost', true],
  ])('records a change later %s as the database went away', async (_, isWritten) => {
    vi.useFakeTimers();
    try {
      const { audit } = gateway.ports;
      const lost = Object.assign(new Error('lost'), { code: '08006' });
      const append: typeof audit.append = async (...entry) => {
        if (isWritten) await audit.append(...entry);
        throw lost;
      };
      const broken = { ...gateway.ports, audit: { ...audit, append } };
      const work = (report: (change: Change) => void) => Promise.resolve(report(CHANGE));
      await expect(recordAuditEvent(broken, EVENT, work)).rejects.toBe(lost);
      await vi.advanceTimersByTimeAsync(1_000);
      vi.useRealTimers();
      await expect.poll(() => entries()).toMatchObject([{ outcome: 'done', after: { title: 'ب' } }]);
      expect(await notesLeft()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('takes a note back whose answer was lost', async () => {
    vi.useFakeTimers();
    try {
      const { audit } = gateway.ports;
      const lost = Object.assign(new Error('lost'), { code: '08006' });
      const openIntent: typeof audit.openIntent = async (intent) => {
        await audit.openIntent(intent);
        throw lost;
      };
      const broken = { ...gateway.ports, audit: { ...audit, openIntent } };
      await expect(recordAuditEvent(broken, EVENT, () => Promise.resolve())).rejects.toBe(lost);
      await vi.advanceTimersByTimeAsync(1_000);
      vi.useRealTimers();
      await expect.poll(() => notesLeft()).toBe(0);
      expect(await entries()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('does not run the operation when the intent cannot be written', async () => {
    const { audit } = gateway.ports;
    const broken = {
      ...gateway.ports,
      audit: { ...audit, openIntent: () => Promise.reject(new Error('full')) },
    };
    let isDone = false;
    const work = () => {
      isDone = true;
      return Promise.resolve();
    };
    await expect(recordAuditEvent(broken, EVENT, work)).rejects.toThrow('full');
    expect(isDone).toBe(false);
  });
});

describe('changes without a call', () => {
  test('is recorded of a command', async () => {
    const event = {
      botId: 1,
      actor: commandActor('fihrist keys'),
      action: 'createKey',
      subject: { kind: 'key', id: 'k9' },
    } as const;
    await recordAuditChanges(gateway.ports, event, {
      subject: { kind: 'key', id: 'k9', name: 'مراقب' },
      before: null,
      after: { role: 'monitor' },
    });
    expect(await entries()).toMatchObject([
      {
        actor: { kind: 'command', keyId: '', name: 'fihrist keys' },
        address: '',
        requestId: '',
        after: { role: 'monitor' },
      },
    ]);
  });

  test('is recorded of a unit whose time in the bin was over', async () => {
    const id = await gateway.addUnit('دليل الرسوم', '# الرسوم\n\nالرسوم خمسة ريالات.');
    await gateway.call(`/api/AIKnowledge/1/${id}`, { method: 'DELETE' });
    gateway.time.now = new Date(gateway.time.now.getTime() + 31 * 24 * 60 * 60 * 1000);
    await sweepOnce(gateway.ports);
    const [last] = await entries();
    expect(last).toMatchObject({
      actor: GATEWAY_ACTOR,
      action: 'emptyBin',
      subject: { kind: 'unit', id: String(id), name: 'دليل الرسوم' },
      before: { title: 'دليل الرسوم', sources: ['دليل الرسوم.md'] },
      after: { removed: { sources: 1 } },
    });
    const count = (await entries()).length;
    await sweepOnce(gateway.ports);
    expect(await entries()).toHaveLength(count);
  });

  test('is recorded of keys that the settings of the server bring and end', async () => {
    const apply = (secret: string) =>
      auditSettingsChanges(gateway.ports, async () => {
        await ensureOperatorKey(gateway.ports.keys, secret, gateway.time.now);
      });
    await apply('a-first-key-of-the-operator');
    await apply('a-first-key-of-the-operator');
    expect(await entries()).toHaveLength(1);
    await apply('another-key-of-the-operator');
    const recorded = (await entries()).map(({ actor, action, subject, before, after }) => ({
      actor,
      action,
      name: subject.name,
      before,
      after,
    }));
    const common = { actor: GATEWAY_ACTOR, action: 'applySettings', name: 'FIHRIST_API_KEY' };
    const isNew = {
      ...common,
      before: null,
      after: expect.objectContaining({ createdBy: 'operator' }) as unknown,
    };
    expect(recorded).toHaveLength(3);
    expect(recorded).toEqual(
      expect.arrayContaining([
        isNew,
        { ...common, before: { revokedOn: null }, after: { revokedOn: gateway.time.now.toISOString() } },
      ]),
    );
    expect(JSON.stringify(recorded)).not.toContain('-key-of-the-operator');
    expect(await notesLeft()).toBe(0);
  });
});
