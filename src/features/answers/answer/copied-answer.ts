import { directionOf, lineDirection } from '#common/text-direction.ts';
import { passagePath } from '#src/ui/answer/passage-path.ts';
import { fileNameOf, findUnitOfPassage } from '#src/ui/answer/passage-unit.ts';
import { type ExplanationState, explanationOf } from '#src/ui/answer/use-explanation.ts';
import { usedPassages } from '#src/ui/answer/used-passages.ts';
import { type AnswerRun, bandOf } from '#src/ui/run/answer-run.ts';
import type { UnitByName } from '#src/ui/unit/use-units-by-name.ts';

const ISOLATES = { ltr: '\u2066', rtl: '\u2067', end: '\u2069' } as const;

type AnswerSources = { explanationState: ExplanationState; units: readonly UnitByName[]; label: string };

/** An answer as plain text with a line for each of its sources: title and headings, as they are shown. */
export function copiedAnswer(run: AnswerRun, { explanationState, units, label }: AnswerSources): string {
  const { documents = [], answer, kind } = run;
  const explanation = explanationOf(explanationState);
  const used = [...usedPassages(run).keys()];
  const lines = (bandOf(run) === 'weak' && kind !== 'generated' ? used.slice(0, 1) : used).flatMap(
    (index) => {
      const document = documents[index];
      if (document === undefined) return [];
      const { file_id: fileId } = document.metadata;
      const searched = units.map(({ unit }) => unit);
      const title = explanation?.passages[index]?.unitTitle ?? findUnitOfPassage(fileId, searched)?.title;
      const place = [title ?? fileNameOf(fileId), ...passagePath(document, title, documents)];
      // A model cites its passages by number.
      return `${kind === 'generated' ? `[${index + 1}]` : label} ${place.join(' › ')}`;
    },
  );
  const sources = [...new Set(lines)];
  return withDirections(sources.length === 0 ? answer : [answer, '', ...sources].join('\n'));
}

/** Each line whose direction is not that of the whole text between isolates: a plain text has no other marks for it. */
function withDirections(text: string): string {
  const [first = ''] = /\p{L}/u.exec(text) ?? [];
  const base = directionOf(first);
  let before = base;
  return text
    .split('\n')
    .map((line) => {
      const [letter] = /\p{L}/u.exec(line) ?? [];
      // A line without letters goes with the line above.
      const direction =
        letter === undefined ? before : lineDirection(line) === 'rtl' ? 'rtl' : directionOf(letter);
      before = direction;
      return line === '' || direction === base ? line : ISOLATES[direction] + line + ISOLATES.end;
    })
    .join('\n');
}
