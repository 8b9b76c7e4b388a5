import { foldText } from '#common/fold-text.ts';
import type { TextSpan } from '#src/ui/answer/text-spans.ts';
import type { AnswerRun } from '#src/ui/run/answer-run.ts';
import { changedSettings, type SettingName } from '#src/ui/run/ask-settings.ts';

/** A passage with its place in the list of either run, from 0; undefined where the run has not retrieved it. */
export type ComparedPassage = {
  text: string;
  sectionTitle: string;
  first: number | undefined;
  second: number | undefined;
};

/** Passages of two runs by their text, in the order of the first; then those of the second alone. */
export function comparePassages(
  { documents: first = [] }: Pick<AnswerRun, 'documents'>,
  { documents: second = [] }: Pick<AnswerRun, 'documents'>,
): ComparedPassage[] {
  const places = new Map<string, number[]>();
  second.forEach(({ text }, index) => {
    const same = places.get(text);
    if (same) same.push(index);
    else places.set(text, [index]);
  });
  const passageOf = ({ text, metadata }: (typeof first)[number]) => ({
    text,
    sectionTitle: metadata['Section Title'],
  });
  const shared = first.map((document, index) => ({
    ...passageOf(document),
    first: index,
    second: places.get(document.text)?.shift(),
  }));
  const taken = new Set(shared.map((passage) => passage.second));
  const rest = second.flatMap((document, index) =>
    taken.has(index) ? [] : [{ ...passageOf(document), first: undefined, second: index }],
  );
  return [...shared, ...rest];
}

/** Names of the settings in which two runs differ. */
export function differingSettings(first: AnswerRun, second: AnswerRun): SettingName[] {
  const changed = [first, second].flatMap(({ request }) => changedSettings(request.settings));
  return [...new Set(changed)].filter(
    (name) => first.request.settings[name] !== second.request.settings[name],
  );
}

/** Sentences of a text as spans; a line end ends a sentence. */
function statementsOf(text: string): TextSpan[] {
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text);
  return [...sentences].map(({ index, segment }) => ({ start: index, end: index + segment.length }));
}

/** The statements of a text that another text does not have, whatever their spelling. */
export function differingStatements(text: string, reference: string): TextSpan[] {
  const references = new Set(
    statementsOf(reference).map(({ start, end }) => foldText(reference.slice(start, end))),
  );
  return statementsOf(text).filter(({ start, end }) => !references.has(foldText(text.slice(start, end))));
}
