import type { TestOutcome } from '#contract/tests.ts';
import type {
  ExpectationOrigin,
  HistoryEntry,
  StoredTest,
  TestDraft,
  TestSet,
  TestState,
} from '#gateway/modules/evaluation/model.ts';

/** `before`: key and id of the last test of the page before, in the same order. */
export interface TestQuery {
  setId?: number;
  outcome?: TestOutcome;
  tag?: string;
  family?: string;
  search?: string;
  order: 'newest' | 'changed';
  before?: { key: number; id: number };
  limit: number;
}

/** What a person changes of a test; a new expectation enters the history. */
export type TestEdit = Partial<TestDraft> & {
  state?: TestState;
  by?: string;
  origin?: ExpectationOrigin;
};

export type SetConflict = { conflict: 'known'; set: TestSet } | { conflict: 'full' };

/** Tests and sets of each bot. */
export interface TestStore {
  addSet(
    botId: number,
    set: Pick<TestSet, 'name' | 'tags' | 'keyName'>,
    max: number,
  ): Promise<TestSet | SetConflict>;
  changeSet(
    botId: number,
    id: number,
    change: { name?: string | undefined; tags?: string[] | undefined },
  ): Promise<TestSet | SetConflict | undefined>;
  /** Deletes a set, with its tests or without; how many tests were deleted. */
  removeSet(botId: number, id: number, withTests: boolean): Promise<number | undefined>;
  getSet(botId: number, id: number): Promise<TestSet | undefined>;
  /** In the order of their names. */
  sets(botId: number): Promise<TestSet[]>;
  count(botId: number): Promise<{ setId: number; outcome: TestOutcome; tests: number }[]>;

  /** A new test; undefined where the bot has so many already. */
  add(
    test: TestDraft &
      TestState &
      Pick<StoredTest, 'botId' | 'keyName' | 'family' | 'fromRunId'> &
      Pick<HistoryEntry, 'ofVerdict'>,
    origin: ExpectationOrigin,
    max: number,
  ): Promise<StoredTest | undefined>;
  get(botId: number, id: number): Promise<{ test: StoredTest; history: HistoryEntry[] } | undefined>;
  list(botId: number, query: TestQuery): Promise<StoredTest[]>;
  /** Undefined for a test that does not exist. */
  edit(botId: number, id: number, edit: TestEdit): Promise<StoredTest | undefined>;
  remove(botId: number, id: number): Promise<boolean>;
  /** Tests that were made from a run. */
  madeFrom(botId: number, runId: string): Promise<StoredTest[]>;
  /** Outcomes of the tests that exist, among these ids. */
  outcomes(botId: number, ids: readonly number[]): Promise<Map<number, TestOutcome>>;
  /** All tests of a bot, each with the passages and quoted units by which a change of knowledge selects the test. */
  toAsk(botId: number): Promise<Pick<StoredTest, 'id' | 'passages' | 'quoteUnits'>[]>;
  /** The questions of all tests. */
  questions(botId: number): Promise<string[]>;
}
