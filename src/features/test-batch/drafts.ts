import { foldText } from '#common/fold-text.ts';
import { findQuotes } from '#common/judge-run.ts';
import { TEST_DRAFT_LIMITS } from '#contract/limits.ts';
import { draftTests } from '#contract/operations/tests.ts';
import type { Expectation, TestDraft } from '#contract/tests.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import type { AskedAnswer } from '#src/ui/test/expect-answer.ts';

/** Drafts of each of the first units, and at least of any other, so that a hundred units share a batch. */
const PER_UNIT = { first: 100, min: 10 } as const;
/** Units in which a statement is furniture: a footer, an address, hours of the house. */
const FURNITURE_UNITS = 3;

type Drafting = {
  gateway: GatewayClient;
  names: readonly string[];
  /** Drafts that are wanted in all. */
  max: number;
  signal: AbortSignal;
  onProgress: (progress: number, units: number) => void;
};

/** Drafts of all chosen units, or of all that can answer. */
export async function fetchDrafts(drafting: Drafting): Promise<TestDraft[]> {
  const { gateway, names, max, signal, onProgress } = drafting;
  const chosen = names.length === 0 ? {} : { IndexNames: [...names] };
  const drafts: TestDraft[] = [];
  let progress = 0;
  let perUnit: number = PER_UNIT.first;
  for (let after: number | null = 0; after !== null; ) {
    const body = { ...chosen, after, perUnit };
    const page: Awaited<ReturnType<typeof gateway.call<typeof draftTests>>> = await gateway.call(draftTests, {
      body,
      signal,
    });
    drafts.push(...page.items);
    progress = Math.min(page.units, progress + TEST_DRAFT_LIMITS.units);
    perUnit = Math.max(PER_UNIT.min, Math.ceil(max / page.units));
    onProgress(progress, page.units);
    after = page.next;
  }
  return drafts;
}

/**
 * The drafts to decide on, the units taking turns: no statement that several units repeat, no question that two units
 * answer differently, and none that was dropped before.
 */
export function chooseDrafts(
  drafts: readonly TestDraft[],
  dropped: ReadonlySet<string>,
  max: number,
): TestDraft[] {
  const keyed = drafts.map((draft) => ({ ...draft, answer: foldText(draft.quotes.join('\n')) }));
  const unitsOf = Map.groupBy(keyed, ({ answer }) => answer);
  const isFurniture = (answer: string) =>
    new Set(unitsOf.get(answer)?.map(({ unitId }) => unitId)).size >= FURNITURE_UNITS;
  const byQuestion = Map.groupBy(keyed, ({ question }) => foldText(question));
  const distinct = [...byQuestion].flatMap(([question, [first, ...others]]) =>
    first === undefined ||
    dropped.has(question) ||
    isFurniture(first.answer) ||
    others.some(({ answer }) => answer !== first.answer)
      ? []
      : [first],
  );
  const byUnit = [...Map.groupBy(distinct, ({ unitId }) => unitId).values()];
  const longest = Math.max(0, ...byUnit.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => byUnit.flatMap((ofUnit) => ofUnit[turn] ?? []))
    .flat()
    .slice(0, max)
    .map(({ answer: _answer, ...draft }) => draft);
}

/** What a draft expects: its quotes, and the band that it is answered with, if it is answered. */
export const draftExpectation = (
  { quotes }: TestDraft,
  answer?: AskedAnswer,
): Pick<Expectation, 'quotes' | 'band'> => ({
  quotes: [...quotes],
  band: answer?.band === 'answered' ? 'answered' : 'weak-or-better',
});

/** Whether the answer itself says what the draft expects; its test looks at the passages. */
export const saysQuotes = ({ answer }: AskedAnswer, { quotes }: TestDraft): boolean =>
  findQuotes([{ text: answer, sectionTitle: '', unitId: null, ordinal: null }], quotes).some(
    (places) => places.length > 0,
  );
