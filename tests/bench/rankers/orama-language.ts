/** Which of Orama's languages a set is in, and what Orama offers for it. */

interface OramaLanguage {
  language: string;
  stemmer: (word: string) => string;
  stopWords: string[];
}

/** Those with a stemmer, a list of stop words and a rule for cutting words. */
const LANGUAGES =
  'arabic armenian bulgarian danish dutch english finnish french german greek hungarian indian indonesian irish italian lithuanian nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish ukrainian'.split(
    ' ',
  );
const SAMPLE = 40_000;

/** The language whose stop words make up most of the words; English where none does, as Orama itself has it. */
export async function detectOramaLanguage(texts: readonly string[]): Promise<OramaLanguage> {
  const words =
    texts
      .join(' ')
      .slice(0, SAMPLE)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  let best = { language: 'english', share: 0 };
  for (const language of LANGUAGES) {
    const stopWords = new Set(await loadStopWords(language));
    const share = words.filter((word) => stopWords.has(word)).length / Math.max(1, words.length);
    if (share > best.share) best = { language, share };
  }
  const { language } = best;
  return { language, stemmer: await loadStemmer(language), stopWords: await loadStopWords(language) };
}

async function loadStopWords(language: string): Promise<string[]> {
  const loaded = (await import(/* @vite-ignore */ `@orama/stopwords/${language}`)) as { stopwords: string[] };
  return loaded.stopwords;
}

async function loadStemmer(language: string): Promise<(word: string) => string> {
  const loaded = (await import(/* @vite-ignore */ `@orama/stemmers/${language}`)) as {
    stemmer: (word: string) => string;
  };
  return loaded.stemmer;
}
