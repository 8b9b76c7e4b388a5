/** Passages by the words they share with a question: one a paragraph. */
interface Passage {
  text: string;
  score: number;
  metadata: { file_id: string; 'Section Title': string };
}

function wordsOf(text: string): Set<string> {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return new Set(plain.match(/[\p{L}\p{N}]{3,}/gu)?.map((word) => word.replace(/^(?:و?ال|لل)/u, '')));
}

/** Best first. Scores have a scale of their own: 7.5 for a word. */
export function retrieve(
  question: string,
  texts: readonly { id: number; title: string; text: string }[],
  limit: number,
): Passage[] {
  const questionWords = wordsOf(question);
  return texts
    .flatMap(({ id, title, text }) =>
      text.split('\n').map((paragraph) => {
        const shared = [...wordsOf(paragraph)].filter((word) => questionWords.has(word)).length;
        const metadata = { file_id: String(id), 'Section Title': title };
        return { text: paragraph.trim(), score: shared * 7.5, metadata };
      }),
    )
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

/** The best passage in its own words. */
export function answerFrom([best]: readonly Passage[], question: string): string {
  if (best !== undefined) return best.text;
  return /\p{Script=Arabic}/u.test(question) ? 'لا أعرف.' : 'I do not know.';
}
