/** How texts are put to a model: it was trained on passages and questions in these words. */
interface EmbeddingPrompt {
  name: string;
  passage(sectionTitle: string, text: string): string;
  question(text: string): string;
}

const titled = (sectionTitle: string, text: string): string =>
  sectionTitle === '' ? text : `${sectionTitle}\n${text}`;

/** As most models take it: section title and passage, and the question as it is. */
const PLAIN: EmbeddingPrompt = { name: 'plain', passage: titled, question: (text) => text };

const prefixed = (name: string, passage: string, question: string): EmbeddingPrompt => ({
  name,
  passage: (sectionTitle, text) => passage + titled(sectionTitle, text),
  question: (text) => question + text,
});

const SEARCHING = 'Represent this sentence for searching relevant passages: ';
const TASK = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\n';

/**
 * By what is in the model's name: the words that its authors document for searching. The first that fits counts. A changed
 * form needs another name, so that vectors made in the old one are not compared with new ones.
 */
const EMBEDDING_PROMPTS: readonly (readonly [RegExp, EmbeddingPrompt])[] = [
  [/e5[\w.-]*instruct/, prefixed('instruct', '', `${TASK}Query: `)],
  [/(?:^|[/_-])e5(?:[-_:]|$)/, prefixed('e5', 'passage: ', 'query: ')],
  [/qwen3[-_]?embedding/, prefixed('qwen3', '', `${TASK}Query:`)],
  [/nomic-embed-text/, prefixed('nomic', 'search_document: ', 'search_query: ')],
  [/mxbai-embed|bge-(?:small|base|large)-en|arctic-embed(?!.*(?:v?2))/, prefixed('searching', '', SEARCHING)],
  [/arctic-embed/, prefixed('arctic2', '', 'query: ')],
  [
    /embedding-?gemma/,
    {
      name: 'gemma',
      passage: (sectionTitle, text) =>
        `title: ${sectionTitle === '' ? 'none' : sectionTitle} | text: ${text}`,
      question: (text) => `task: search result | query: ${text}`,
    },
  ],
];

/** The form for a model of this name; the plain one where none is known. */
export function embeddingPromptFor(model: string): EmbeddingPrompt {
  const name = model.toLowerCase();
  return EMBEDDING_PROMPTS.find(([sign]) => sign.test(name))?.[1] ?? PLAIN;
}
