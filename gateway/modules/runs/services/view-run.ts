import { FAULTS, type FaultCode } from '#contract/faults.ts';
import type { PASSAGE_STATES, RunSummary, Run as RunView, Verdict } from '#contract/runs.ts';
import { faultMessage, type Language } from '#gateway/core/messages.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { GivenVerdict, RunHead, RunPassage } from '#gateway/modules/runs/model.ts';
import type { Ports } from '#gateway/modules/runs/ports/ports.ts';
import type { StoredRun } from '#gateway/modules/runs/ports/runs.ts';

type PassageState = (typeof PASSAGE_STATES)[number];

/** A run in a list, as the owner of the key sees it. */
export function viewSummary(run: RunHead, key: Pick<StoredKey, 'family'>): RunSummary {
  const { id, question, askedOn, action, origin, outcome, band, certainty, keyName, family, verdict } = run;
  return {
    id,
    question,
    action,
    origin,
    outcome,
    band,
    certainty,
    askedOn: askedOn.toISOString(),
    askedBy: keyName,
    mine: family === key.family,
    verdict,
  };
}

/** A verdict as the owner of the key sees it. */
export const viewVerdict = (
  { verdict, note, keyName, family, judgedOn }: GivenVerdict,
  key: Pick<StoredKey, 'family'>,
): Verdict => ({ verdict, note, by: keyName, on: judgedOn.toISOString(), mine: family === key.family });

/** A run with its passages as they were, and what became of each since. */
export async function viewRun(
  ports: Pick<Ports, 'units' | 'index'>,
  { run, names, texts, verdicts }: StoredRun,
  { key, language, deletable }: { key: Pick<StoredKey, 'family'>; language: Language; deletable: boolean },
): Promise<RunView> {
  const { request, names: _, passages, fault, ...details } = run.details;
  const byKey = new Map(texts.map(({ unitId, hash, text }) => [`${unitId} ${hash}`, text]));
  const textOf = ({ unitId, hash }: RunPassage): string | null => byKey.get(`${unitId} ${hash}`) ?? null;
  const states = await statesOf(ports, run.botId, passages, textOf);
  return {
    ...viewSummary({ ...run, verdict: verdicts[0]?.verdict ?? null }, key),
    ...details,
    request: { ...request, IndexNames: names && [...names] },
    documents: passages.map((passage) => {
      const { score, fileId, sectionTitle, unitId, unitTitle, ordinal, textDate } = passage;
      return {
        text: textOf(passage),
        score,
        fileId,
        sectionTitle,
        unitId,
        unitTitle,
        ordinal,
        textDate: textDate === null ? null : new Date(textDate).toISOString(),
        state: states.get(passage) ?? 'deleted',
      };
    }),
    fault: fault && viewFault(fault, language),
    verdicts: verdicts.map((given) => viewVerdict(given, key)),
    deletable,
  };
}

function viewFault({ code, parameters }: { code: string; parameters: object }, language: Language) {
  const faultCode: FaultCode = Object.hasOwn(FAULTS, code) ? (code as FaultCode) : 'internal';
  const message = faultMessage(faultCode, parameters as Parameters<typeof faultMessage>[1], language);
  return { code, status: FAULTS[faultCode].status, message };
}

/** A passage is current while its unit answers with a passage of the same text. */
async function statesOf(
  { units, index }: Pick<Ports, 'units' | 'index'>,
  botId: number,
  passages: readonly RunPassage[],
  textOf: (passage: RunPassage) => string | null,
): Promise<Map<RunPassage, PassageState>> {
  const states = new Map<RunPassage, PassageState>();
  for (const [unitId, ofUnit] of Map.groupBy(passages, (passage) => passage.unitId)) {
    const unit = await units.get(botId, unitId);
    const texts = ofUnit.map(textOf).filter((text) => text !== null);
    const current = new Set(
      unit && unit.generation !== null && texts.length > 0
        ? (await index.withTexts(botId, unitId, unit.generation, texts)).map(({ text }) => text)
        : [],
    );
    for (const passage of ofUnit) {
      const text = textOf(passage);
      const isCurrent = text !== null && current.has(text);
      states.set(passage, unit === undefined ? 'deleted' : isCurrent ? 'current' : 'changed');
    }
  }
  return states;
}
