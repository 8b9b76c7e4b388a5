import { useEffect, useRef, useState } from 'react';
import { createReport, listReports } from '#contract/operations/reports.ts';
import { createTest, deleteTest, listTestSets, listTests, setVerdict } from '#contract/operations/tests.ts';
import type { ReportReason } from '#contract/reports.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';
import { type BatchRow, type BatchVerdict, expectationOf, waitingRow } from './batch.ts';

export type BatchOptions = { names: readonly string[]; setId: number | null };

/** Asks the questions of a batch one after the other, free of charge, and keeps what is judged as tests. */
export function useBatch() {
  const gateway = useGateway();
  const { bot: botId } = useConnection();
  const reload = useInvalidate(listTests.id, listTestSets.id, listReports.id);
  const [rows, setRows] = useState<readonly BatchRow[]>([]);
  const [options, setOptions] = useState<BatchOptions>({ names: [], setId: null });
  const [startedAt, setStartedAt] = useState<number>();
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  // What keys pressed since the last render have done is here.
  const latestRows = useRef<readonly BatchRow[]>([]);
  const keptTests = useRef(new Map<number, { verdict: BatchVerdict; testId: number }>());
  const changes = useRef(new Map<number, Promise<void>>());
  const show = (next: readonly BatchRow[]) => {
    latestRows.current = next;
    setRows(next);
  };
  const update = (index: number, patch: Partial<BatchRow>) =>
    show(latestRows.current.map((row, place) => (place === index ? { ...row, ...patch } : row)));
  const requestOf = ({ names }: BatchOptions) => ({ IndexNames: names.length === 0 ? null : [...names] });

  const askAll = async (questions: readonly (readonly [number, string])[], of: BatchOptions) => {
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    setStartedAt(Date.now());
    for (const [index, question] of questions) {
      if (signal.aborted) break;
      update(index, { state: 'asking', problem: undefined });
      try {
        const body = {
          question,
          request: requestOf(of),
          expectation: { band: 'answered' as const },
          keep: 'never' as const,
        };
        const { asked: answer, fault } = await gateway.call(createTest, { params: { botId }, body, signal });
        if (answer === null) update(index, { state: 'failed', problem: fault?.message });
        else update(index, { state: 'asked', answer });
      } catch (error) {
        update(index, signal.aborted ? { state: 'waiting' } : { state: 'failed', problem: error });
      }
    }
    if (!signal.aborted) setStartedAt(undefined);
  };
  const start = (questions: readonly string[], of: BatchOptions) => {
    keptTests.current.clear();
    changes.current.clear();
    show(questions.map(waitingRow));
    setOptions(of);
    void askAll([...questions.entries()], of);
  };
  const stop = () => {
    asking.current?.abort();
    setStartedAt(undefined);
  };
  /** Asks what was not asked or had no answer. */
  const resume = () =>
    void askAll(
      rows.flatMap(({ state, question }, index) => (state === 'asked' ? [] : [[index, question] as const])),
      options,
    );

  /** One change of a row after the other, however fast keys come. */
  const enqueue = (index: number, work: () => Promise<void>) => {
    const before = changes.current.get(index) ?? Promise.resolve();
    changes.current.set(
      index,
      before.then(work).catch((problem: unknown) => update(index, { problem })),
    );
  };

  /** Withdraws the report of a row whose answer is no longer called wrong. */
  const withdraw = async (index: number) => {
    const { report, verdict } = latestRows.current[index] ?? {};
    if (!report?.runId || verdict === 'wrong') return;
    const params = { botId, runId: report.runId };
    await gateway.call(setVerdict, { params, body: { verdict: null } });
    update(index, { report: undefined });
    await reload();
  };
  /** Brings test and report of a row in line with its verdict. */
  const settle = async (index: number) => {
    const row = latestRows.current[index];
    if (row?.answer === undefined) return;
    const { question, answer, verdict } = row;
    await withdraw(index);
    const stored = keptTests.current.get(index);
    if (stored?.verdict === verdict) return;
    try {
      if (stored) {
        await gateway.call(deleteTest, { params: { botId, testId: String(stored.testId) } });
        keptTests.current.delete(index);
        update(index, { outcome: undefined });
      }
      if (verdict === 'right' || verdict === 'passage') {
        const expectation = expectationOf(question, answer, verdict);
        if (expectation === undefined) {
          update(index, { outcome: 'nothing' });
          return;
        }
        const body = {
          question,
          request: requestOf(options),
          expectation,
          setId: options.setId,
          keep: 'always' as const,
        };
        const { test, outcome } = await gateway.call(createTest, { params: { botId }, body });
        if (test) keptTests.current.set(index, { verdict, testId: test.id });
        update(index, { outcome });
      }
      await reload();
    } catch (error) {
      // A later verdict has its own turn.
      const isLatest = latestRows.current[index]?.verdict === verdict;
      update(index, {
        problem: error,
        ...(isLatest ? { verdict: keptTests.current.get(index)?.verdict } : {}),
      });
    }
  };
  /** Says why the answer of a row is wrong. What comes back for its question now is kept as the run of the report. */
  const report = (index: number, reason: ReportReason) =>
    enqueue(index, async () => {
      const row = latestRows.current[index];
      if (row?.verdict !== 'wrong') return;
      const run = row.report?.runId ?? undefined;
      const of = run === undefined ? { question: row.question, request: requestOf(options) } : { run };
      const body = { ...of, reason };
      const { runId } = await gateway.call(createReport, { params: { botId }, body });
      update(index, { report: { reason, runId } });
      await reload();
    });
  const judge = (index: number, verdict: BatchVerdict | undefined) => {
    update(index, { verdict, outcome: undefined, problem: undefined });
    enqueue(index, () => settle(index));
  };
  const clear = () => {
    stop();
    show([]);
  };
  return { rows, startedAt, start, stop, resume, judge, report, clear };
}
