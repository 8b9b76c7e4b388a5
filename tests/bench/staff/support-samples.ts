/** Quotes to fit support to: staff and public questions, over knowledge of several sizes, with and without what answers. */
import { hasGold } from '#tests/bench/answers.ts';
import { say } from '#tests/bench/figures.ts';
import { type IndexedUnit, indexUnits } from '#tests/bench/index-units.ts';
import { dataFolder, findSets, judgeable, loadSet, type Question } from '#tests/bench/question-sets.ts';
import { createRandom } from '#tests/bench/statistics.ts';
import { assignFolds, type FoldedQuote } from './held-out.ts';
import { containsAnyGold } from './judge-answer.ts';
import type { StaffQuestion, StaffSet } from './question-set.ts';
import { quoteUnits } from './quote-passages.ts';
import { indexDocuments } from './units-of-guides.ts';

export interface SupportSample extends FoldedQuote {
  source: 'staff' | 'public';
  /** Units asked. */
  units: number;
  /** What is asked for is in the knowledge. */
  isAnswerable: boolean;
  /** Of staff questions: `near-miss` and the like. */
  kind: string;
  /** How likely it is right, as the product judges it now. */
  support: number;
}

/** Numbers of units asked. Staff questions over fewer than there are guides have all guides. */
export const UNIT_COUNTS = [5, 100, 300];

/** Public sets that are asked together, so that no article is there in two languages. */
const LIBRARIES = [
  ['arcd', 'xquad-ar', 'mlqa-ar'],
  ['arcd', 'xquad-en', 'mlqa-ar'],
];
const SEED = 20_261_123;

export async function collectSamples({ guides, questions }: StaffSet): Promise<SupportSample[]> {
  const staffQuestions = questions.filter(({ expect }) => expect !== 'greeting');
  const folds = assignFolds(staffQuestions);
  const foldCount = Math.max(1, guides.length);
  const libraries = LIBRARIES.map((sets) => loadLibrary(sets));
  const guideUnits = await indexDocuments(guides.map(({ name, text }) => ({ title: name, text })));
  const samples: SupportSample[] = [];
  for (const count of UNIT_COUNTS) {
    say(`${count} units`);
    const further = libraries[0]?.units.slice(0, Math.max(0, count - guideUnits.length)) ?? [];
    const searched = [...guideUnits, ...further];
    samples.push(
      ...staffQuestions.map((question, index) => askStaff(question, searched, count, folds[index] ?? 0)),
    );
    const done = new Set<string>();
    for (const { sets, units } of libraries) {
      for (const { name, asked: own } of sets.filter((set) => !done.has(set.name))) {
        done.add(name);
        for (const [index, { question, title }] of own.entries())
          samples.push(
            askPublic(question, title, units, { count, index, fold: foldOfTitle(title) % foldCount }),
          );
      }
    }
  }
  const total = (source: SupportSample['source']) =>
    samples.filter((sample) => sample.source === source).length;
  // Staff questions are few, and count as much as all public ones.
  const weight = total('public') / Math.max(1, total('staff'));
  return samples.map((sample) => (sample.source === 'staff' ? { ...sample, weight } : sample));
}

/** The same for an article in both languages, whose titles are alike. */
const foldOfTitle = (title: string): number =>
  Array.from(title).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);

interface Library {
  /** Articles of all its sets, in an order of chance. */
  units: IndexedUnit[];
  sets: { name: string; asked: { question: Question; title: string }[] }[];
}

function loadLibrary(names: readonly string[]): Library {
  const sets = findSets(dataFolder('retrieval', undefined), names).map((folder) => loadSet(folder));
  const random = createRandom(SEED);
  return {
    units: indexUnits(sets.flatMap(({ passages }) => passages))
      .map((unit) => ({ unit, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ unit }) => unit),
    sets: sets.map((set) => {
      const titles = new Map(set.passages.map(({ id, title }) => [id, title]));
      const setQuestions = judgeable(set)
        .filter(({ answers }) => answers.length > 0)
        .map((question) => ({ question, title: titles.get(question.relevant[0] ?? '') ?? '' }));
      return { name: set.name, asked: setQuestions };
    }),
  };
}

function askStaff(
  question: StaffQuestion,
  library: readonly IndexedUnit[],
  units: number,
  fold: number,
): SupportSample {
  const { text, features, support } = quoteUnits(question.text, library);
  const isAnswerable = question.expect === 'answer';
  const isRight = isAnswerable && containsAnyGold(text, question.gold);
  return { source: 'staff', units, fold, kind: question.kind, isAnswerable, isRight, features, support };
}

/** Every other question is asked with its article among the units, the others without. */
function askPublic(
  question: Question,
  title: string,
  library: readonly IndexedUnit[],
  { count, index, fold }: { count: number; index: number; fold: number },
): SupportSample {
  const isAnswerable = index % 2 === 0;
  const own = library.filter(({ unitId }) => unitId === title);
  const others = library.filter(({ unitId }) => unitId !== title);
  const start = (index * count) % others.length;
  const candidates = [...(isAnswerable ? own : []), ...others.slice(start), ...others.slice(0, start)].slice(
    0,
    count,
  );
  const { text, features, support } = quoteUnits(question.text, candidates);
  const isRight = isAnswerable && hasGold(text, question.answers);
  return { source: 'public', units: count, fold, kind: '', isAnswerable, isRight, features, support };
}
