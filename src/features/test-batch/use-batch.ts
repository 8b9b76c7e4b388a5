import { useEffect, useRef, useState } from 'react';
import { createTest, deleteTest, listTestSets, listTests } from '#contract/operations/tests.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';
import { type BatchRow, type BatchVerdict, expectationOf, waitingRow } from './batch.ts';

export type BatchOptions = { names: readonly string[]; setId: number | null };

/** Asks the questions of a batch one after the other, free of charge, and keeps what is judged as tests. */
export function useBatch() {
  const gateway = useGateway();
  const { bot: botId } = useConnection();
  const reload = useInvalidate(listTests.id, listTestSets.id);
  const [rows, setRows] = useState<readonly BatchRow[]>([]);
  const [options, setOptions] = useState<BatchOptions>({ names: [], setId: null });
  const [startedAt, setStartedAt] = useState<number>();
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  const update = (index: number, patch: Partial<BatchRow>) =>
    setRows((all) => all.map((row, place) => (place === index ? { ...row, ...patch } : row)));
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
    setRows(questions.map(waitingRow));
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

  const undo = async (index: number) => {
    const row = rows[index];
    if (row?.verdict === undefined) return;
    update(index, { verdict: undefined, testId: undefined, problem: undefined });
    if (row.testId === undefined) return;
    try {
      await gateway.call(deleteTest, { params: { botId, testId: String(row.testId) } });
      await reload();
    } catch (error) {
      update(index, { verdict: row.verdict, testId: row.testId, problem: error });
    }
  };
  const judge = async (index: number, verdict: BatchVerdict) => {
    const row = rows[index];
    if (row?.answer === undefined || row.verdict === verdict) return;
    await undo(index);
    update(index, { verdict, problem: undefined });
    if (verdict === 'wrong') return;
    const { question, answer } = row;
    const expectation = expectationOf(question, answer, verdict);
    if (expectation === undefined) return;
    try {
      const body = {
        question,
        request: requestOf(options),
        expectation,
        setId: options.setId,
        keep: 'always' as const,
      };
      const { test } = await gateway.call(createTest, { params: { botId }, body });
      update(index, { testId: test?.id });
      await reload();
    } catch (error) {
      update(index, { verdict: undefined, problem: error });
    }
  };
  const clear = () => {
    stop();
    setRows([]);
  };
  return { rows, startedAt, start, stop, resume, judge, undo, clear };
}
