/** Quoted answers over the shared question sets: `node tests/bench/answers.ts [set...]`. */
import { existsSync } from 'node:fs';
import { extractAnswer } from '#gateway/search/extract-answer.ts';
import { rank } from '#gateway/search/rank.ts';
import { weighQuestion } from '#gateway/search/weigh-question.ts';
import { tokenise } from '#gateway/text/analysis/tokenise.ts';
import { FOLDER, loadSet } from './retrieval-sets.ts';

const SETS = ['xquad-ar', 'xquad-en', 'arcd', 'mlqa-ar'];
const spell = (text: string) =>
  ` ${tokenise(text)
    .map(({ word }) => word)
    .join(' ')} `;

function measureSet(set: string) {
  const { units, questions } = loadSet(set);
  const sums = { quoted: 0, gold: 0, noPassage: 0, noArticle: 0, characters: 0 };
  const answer = (question: string, from: typeof units, without: readonly string[]) => {
    const byTitle = new Map(from.map((unit) => [unit.unitId, unit]));
    const passages = rank(question, from, { limit: 11 }).flatMap(({ unitId, ordinal, score }) => {
      const unit = byTitle.get(unitId);
      const passage = unit?.passages[ordinal];
      return passage && !without.includes(unit.ids[ordinal] ?? '') ? [{ ...passage, score }] : [];
    });
    return extractAnswer(question, passages.slice(0, 10), {
      maxCharacters: 2_000,
      weights: weighQuestion(
        question,
        from.map(({ segment }) => segment),
      ),
    });
  };
  for (const { text, relevant, answers } of questions) {
    const found = answer(text, units, []);
    if (found.kind === 'quoted') {
      sums.quoted++;
      sums.characters += found.text.length;
      const quote = spell(found.text);
      if (answers.some((gold) => quote.includes(spell(gold).trim()))) sums.gold++;
    }
    if (answer(text, units, relevant).kind === 'quoted') sums.noPassage++;
    const others = units.filter(({ ids }) => !ids.some((id) => relevant.includes(id)));
    if (answer(text, others, []).kind === 'quoted') sums.noArticle++;
  }
  const share = (sum: number) => (sum / questions.length).toFixed(3);
  return {
    set,
    questions: questions.length,
    answered: share(sums.quoted),
    'gold inside': share(sums.gold),
    'answered, passage removed': share(sums.noPassage),
    'answered, article removed': share(sums.noArticle),
    'mean characters': Math.round(sums.characters / Math.max(1, sums.quoted)),
  };
}

if (existsSync(FOLDER)) {
  const asked = process.argv.slice(2);
  console.table((asked.length > 0 ? asked : SETS).map(measureSet));
} else console.log('Skipped: ../shared/data/retrieval is not here.');
