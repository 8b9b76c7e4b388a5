import { useEffect, useRef, useState } from 'react';
import { createReport, listReports } from '#contract/operations/reports.ts';
import { createTest, deleteTest, listTestSets, listTests, setVerdict } from '#contract/operations/tests.ts';
import type { ReportReason } from '#contract/reports.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';
import { dropDraft, droppedDrafts } from '#src/api/stores/dropped-drafts.ts';
import { expectAnswer } from '#src/ui/test/expect-answer.ts';
import { type BatchRow, type BatchVerdict, MAX_QUESTIONS, waitingRow } from './batch.ts';
import { chooseDrafts, draftExpectation, fetchDrafts } from './drafts.ts';

export type BatchOptions = { names: readonly string[]; setId: number | null };

/** How far drafting is, or how it ended. */
export type Drafting = { progress: number; units: number } | { isEmpty: true } | { error: unknown };

/** Asks the questions of a batch one after the other, free of charge, and keeps what is judged as tests. */
export function useBatch() {
  const gateway = useGateway();
  const connection = useConnection();
  const reload = useInvalidate(listTests.id, listTestSets.id, listReports.id);
  const [rows, setRows] = useState<readonly BatchRow[]>([]);
  const [options, setOptions] = useState<BatchOptions>({ names: [], setId: null });
  const [drafting, setDrafting] = useState<Drafting>();
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
        const draft = latestRows.current[index]?.draft;
        const body = {
          question,
          request: requestOf(of),
          expectation: draft ? draftExpectation(draft) : { band: 'answered' as const },
          keep: 'never' as const,
        };
        const result = await gateway.call(createTest, { body, signal });
        const { asked: answer, fault, outcome } = result;
        if (answer === null) update(index, { state: 'failed', problem: fault?.message });
        else update(index, { state: 'asked', answer, ...(draft ? { outcome } : {}) });
      } catch (error) {
        update(index, signal.aborted ? { state: 'waiting' } : { state: 'failed', problem: error });
      }
    }
    if (!signal.aborted) setStartedAt(undefined);
  };
  const startRows = (started: readonly BatchRow[], of: BatchOptions) => {
    keptTests.current.clear();
    changes.current.clear();
    show(started);
    setOptions(of);
    void askAll([...started.map(({ question }) => question).entries()], of);
  };
  const start = (questions: readonly string[], of: BatchOptions) =>
    startRows(
      questions.map((question) => waitingRow(question)),
      of,
    );
  /** Drafts questions from the units, then asks them. */
  const startDrafts = async (of: BatchOptions) => {
    const { signal } = (asking.current = new AbortController());
    const onProgress = (progress: number, units: number) => setDrafting({ progress, units });
    setDrafting({ progress: 0, units: 0 });
    try {
      const drafts = await fetchDrafts({
        gateway,
        names: of.names,
        max: MAX_QUESTIONS,
        signal,
        onProgress,
      });
      const chosen = chooseDrafts(drafts, droppedDrafts(connection), MAX_QUESTIONS);
      if (chosen.length === 0) setDrafting({ isEmpty: true });
      else {
        setDrafting(undefined);
        startRows(
          chosen.map((draft) => waitingRow(draft.question, draft)),
          of,
        );
      }
    } catch (error) {
      setDrafting(signal.aborted ? undefined : { error });
    }
  };
  const stop = () => {
    asking.current?.abort();
    setStartedAt(undefined);
    setDrafting(undefined);
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
    const params = { runId: report.runId };
    await gateway.call(setVerdict, { params, body: { verdict: null } });
    update(index, { report: undefined });
    await reload();
  };
  /** Brings test and report of a row in line with its verdict. */
  const settle = async (index: number) => {
    const row = latestRows.current[index];
    if (row?.answer === undefined) return;
    const { question, answer, verdict, draft } = row;
    await withdraw(index);
    const stored = keptTests.current.get(index);
    if (stored?.verdict === verdict) return;
    try {
      if (stored) {
        await gateway.call(deleteTest, { params: { testId: String(stored.testId) } });
        keptTests.current.delete(index);
        if (draft === undefined) update(index, { outcome: undefined });
      }
      if (verdict === 'right' || verdict === 'passage') {
        const expectation = draft ? draftExpectation(draft, answer) : expectAnswer(question, answer, verdict);
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
        const { test, outcome } = await gateway.call(createTest, { body });
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
      const { runId } = await gateway.call(createReport, { body });
      update(index, { report: { reason, runId } });
      await reload();
    });
  const judge = (index: number, verdict: BatchVerdict | undefined) => {
    const { draft, question = '', verdict: before } = latestRows.current[index] ?? {};
    if (draft && (verdict === 'wrong' || before === 'wrong'))
      dropDraft(connection, { question, dropped: verdict === 'wrong' });
    update(index, { verdict, problem: undefined, ...(draft ? {} : { outcome: undefined }) });
    enqueue(index, () => settle(index));
  };
  const clear = () => {
    stop();
    show([]);
  };
  return { rows, startedAt, drafting, start, startDrafts, stop, resume, judge, report, clear };
}
