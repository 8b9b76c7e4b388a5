/** `POST /api/v1/RAG/Explain` (extension): how a question was read, and why these passages came, in this order. */
import * as z from 'zod/mini';
import { answerRequestSchema, retrievedDocumentSchema } from './answers.ts';
import { ANSWER_BANDS } from './headers.ts';

/** What endpoint 6 takes, so that the same call can be explained. `IsStream` and `UpdateGlobal` change nothing. */
export const explainRequestSchema = answerRequestSchema;

const count = z.int().check(z.gte(0));

/** A range of a text in UTF-16 units, `end` excluded. */
const textRangeSchema = z.object({ start: count, end: count });

/** What was done to a word's spelling before it was compared. A newer gateway may know more. */
export const NORMALISATIONS = [
  'case',
  'marks',
  'tatweel',
  'invisible',
  'hamza',
  'letters',
  'digits',
  'separators',
  'forms',
] as const;

/** Where an alternative to a word comes from. A newer gateway may know more. */
export const ALTERNATIVE_ORIGINS = [
  'concept',
  'arabizi',
  'dialect',
  'number',
  'name',
  'spelling',
  'synonym',
] as const;

/** Alternative words for a word of the question. `weight`: their share of its weight, 0..1. */
const alternativeSchema = z.object({
  /** For `concept`, `arabizi` and `spelling`: the spelling in the searched passages, else a standard expression. */
  text: z.string(),
  /** Stems that a passage must contain, all of them; empty when any of several expressions matches. */
  stems: z.array(z.string()),
  origin: z.string(),
  weight: z.number(),
  /** Number of searched passages with the alternative. */
  passages: count,
});

/** A searched word and its place in the question. */
const readTermSchema = z.object({
  ...textRangeSchema.shape,
  /** The normalised word, and the stem under which passages are searched. */
  word: z.string(),
  stem: z.string(),
  normalisations: z.array(z.string()),
  /** Rarity in the searched passages: the score of one occurrence in a passage of average length. */
  weight: z.number(),
  /** Number of searched passages with the word in text or titles, alternatives excluded. */
  passages: count,
  alternatives: z.array(alternativeSchema),
  /** False for verbs, particles, adverbs and single letters, whose absence is not worth a sentence. */
  nameable: z.optional(z.boolean()),
});
export type ReadTerm = z.infer<typeof readTermSchema>;

/** Reasons for leaving a word out of the search. A newer gateway may send others. */
export const DROP_REASONS = ['stop-word', 'question-word', 'repeated', 'beyond-limit', 'courtesy'] as const;
const droppedWordSchema = z.object({
  ...textRangeSchema.shape,
  word: z.string(),
  reason: z.string(),
});

/** Parts of a ranking score. A newer gateway may send others. */
export const SCORE_PART_KINDS = ['words', 'grams', 'title', 'sentence', 'semantic'] as const;
const scorePartSchema = z.object({ kind: z.string(), value: z.number() });
/** Places of a term within a passage. */
export const MATCH_PLACES = ['text', 'section-title', 'unit-title'] as const;

/** A term matched by a passage. `term` and `alternative` are indexes in `terms` and its `alternatives`. */
const matchedTermSchema = z.object({
  term: count,
  /** Null: the word itself. */
  alternative: z.nullable(count),
  places: z.array(z.string()),
  /** Spelling in the passage, for an alternative with several expressions. */
  text: z.optional(z.string()),
  /** Occurrences in the text of the passage. */
  count,
  /** Contribution to the score part `words`. */
  value: z.number(),
});
export type MatchedTerm = z.infer<typeof matchedTermSchema>;

/** A match in the text of a passage, in UTF-16 units; ordered, never overlapping. */
const matchMarkSchema = z.object({
  ...textRangeSchema.shape,
  term: count,
  alternative: z.nullable(count),
});
export type MatchMark = z.infer<typeof matchMarkSchema>;

const explainedPassageSchema = z.object({
  /** As the answer lists it. */
  document: retrievedDocumentSchema,
  unitId: z.int(),
  /** Title of the passage's unit, as `IndexNames` takes it. */
  unitTitle: z.string(),
  ordinal: count,
  /** Sum of the values of `parts`, from which `document.score` is computed. */
  sum: z.number(),
  parts: z.array(scorePartSchema),
  terms: z.array(matchedTermSchema),
  marks: z.array(matchMarkSchema),
});
export type ExplainedPassage = z.infer<typeof explainedPassageSchema>;

/**
 * State of semantic search: `used`; `incomplete`, some of the units have no vectors yet; `not-ready`, the model is being
 * checked; `failed`, the embeddings server gave no vector of the question in time. A newer gateway may
 * know more.
 */
export const SEMANTIC_SEARCH_STATES = ['used', 'incomplete', 'not-ready', 'failed'] as const;

/** Words of the answer, and the same words in the passage that they were taken from. */
const quoteSchema = z.object({
  /** Place in `passages`. */
  passage: count,
  inPassage: textRangeSchema,
  inAnswer: textRangeSchema,
});
export type Quote = z.infer<typeof quoteSchema>;

/** One of the sections nearest to the question, and its words that come closest to an answer. */
const nearestSectionSchema = z.object({
  /** Place in `passages`. */
  passage: count,
  text: z.string(),
});
export type NearestSection = z.infer<typeof nearestSectionSchema>;

/** Why an answer came out as it did (docs/explanations.md). */
export const explanationSchema = z.object({
  /** As it was read: what `start` and `end` of terms count in. */
  question: z.string(),
  terms: z.array(readTermSchema),
  dropped: z.array(droppedWordSchema),
  passages: z.array(explainedPassageSchema),
  ranking: z.object({
    /** The sum that a passage of average length earns which has every word of the question once. */
    attainable: z.number(),
    /** `score` is `1 - e^(-steepness * sum / attainable)`. */
    steepness: z.number(),
    /** Lowest score of a listed passage. */
    minScore: z.number(),
  }),
  list: z.object({
    /**
     * Reason for the end of the list: `limit` (full), `documents` or `relevance` (the rest was left out), `nothing-
     * left`.
     */
    end: z.string(),
    /** Passages in the searched units, and the passages scored in full. */
    searched: count,
    scored: count,
    /** Scored passages left out: below the threshold, or of one document too many. */
    belowThreshold: count,
    otherDocuments: count,
    limit: count,
    maxDocuments: count,
  }),
  /** Null: the bot has no embeddings server, or nothing was searched. */
  semantic: z.optional(
    z.nullable(
      z.object({
        state: z.string(),
        model: z.string(),
        /** Code of the fault, if the search failed. */
        fault: z.nullable(z.string()),
      }),
    ),
  ),
  answer: z.object({
    /**
     * As the question would be answered without a model; `not-asked`: only passages were asked for. For a `reply` nothing
     * is read or searched: no terms, no passages.
     */
    band: z.enum([...ANSWER_BANDS, 'not-asked']),
    /** Likelihood that the quotes answer the question, 0..1; null when no answer was requested. */
    certainty: z.nullable(z.number()),
    /** Lowest certainties of an `answered` and of a `weak` answer. */
    minAnswered: z.number(),
    minWeak: z.number(),
    quotes: z.array(quoteSchema),
    /** For a weak answer: up to three sections, the quoted section first. */
    nearest: z.array(nearestSectionSchema),
    /** Indexes in `terms` of words missing from the quotes and from the titles above them. */
    missing: z.array(count),
    /** Names of all rows of the quoted table or list, when the row that the question asks for is not among them. */
    rows: z.optional(z.array(z.string())),
  }),
});
export type Explanation = z.infer<typeof explanationSchema>;
