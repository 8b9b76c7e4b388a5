/** `POST /api/v1/RAG/Explain` (extension): how a question was read, and why these passages came, in this order. */
import * as z from 'zod/mini';
import { answerRequestSchema, retrievedDocumentSchema } from './answers.ts';

/** What endpoint 6 takes, so that the same call can be explained. `IsStream` and `UpdateGlobal` change nothing. */
export const explainRequestSchema = answerRequestSchema;

const count = z.int().check(z.gte(0));
/** A stretch of a text in UTF-16 units, `end` excluded. */
export const textRangeSchema = z.object({ start: count, end: count });
export type TextRange = z.infer<typeof textRangeSchema>;

/** What was done to a word's spelling before it was compared. A newer gateway may know more. */
export const FOLDS = [
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
export const ALTERNATIVE_ORIGINS = ['dialect', 'meaning', 'number', 'name', 'synonym'] as const;

/** Words that count as the question's own, though less. `weight` is their share of it, 0..1. */
export const alternativeSchema = z.object({
  text: z.string(),
  stems: z.array(z.string()),
  origin: z.string(),
  weight: z.number(),
  /** Passages searched that have it. */
  passages: count,
});

/** A word that was searched for, where it stands in the question. */
export const readTermSchema = z.object({
  ...textRangeSchema.shape,
  /** As it is compared, and the stem that it is found by. */
  word: z.string(),
  stem: z.string(),
  folds: z.array(z.string()),
  /** Its rarity in the passages searched: what one that has it once, at average length, earns by it. */
  weight: z.number(),
  /** Passages searched that have it, in text or titles, its alternatives aside. */
  passages: count,
  alternatives: z.array(alternativeSchema),
});
export type ReadTerm = z.infer<typeof readTermSchema>;

/** Why a word was not searched for. A newer gateway may know more. */
export const DROP_REASONS = ['stop-word', 'question-word', 'repeated', 'beyond-limit'] as const;
export const droppedWordSchema = z.object({
  ...textRangeSchema.shape,
  word: z.string(),
  why: z.string(),
});
export type DroppedWord = z.infer<typeof droppedWordSchema>;

/** What a ranking score is summed from. A newer gateway may know more. */
export const PART_KINDS = ['words', 'letters', 'title', 'sentence', 'meaning'] as const;
export const scorePartSchema = z.object({ kind: z.string(), value: z.number() });
export type ScorePart = z.infer<typeof scorePartSchema>;

export const MATCH_PLACES = ['text', 'section-title', 'unit-title'] as const;

/** A word of the question that a passage has. `term` and `alternative` are places in `terms` and its `alternatives`. */
export const matchedTermSchema = z.object({
  term: count,
  /** Null: the word itself. */
  alternative: z.nullable(count),
  places: z.array(z.string()),
  /** How often its text has it. */
  count,
  /** What it adds to the part `words`. */
  value: z.number(),
});
export type MatchedTerm = z.infer<typeof matchedTermSchema>;

/** Where a passage's text has a word of the question, in its own spelling; ordered, never overlapping. */
export const matchMarkSchema = z.object({
  ...textRangeSchema.shape,
  term: count,
  alternative: z.nullable(count),
});
export type MatchMark = z.infer<typeof matchMarkSchema>;

export const explainedPassageSchema = z.object({
  /** As the answer lists it. */
  document: retrievedDocumentSchema,
  unitId: z.int(),
  ordinal: count,
  /** What `document.score` is made from: the sum of the values of `parts`. */
  sum: z.number(),
  parts: z.array(scorePartSchema),
  terms: z.array(matchedTermSchema),
  marks: z.array(matchMarkSchema),
});
export type ExplainedPassage = z.infer<typeof explainedPassageSchema>;

/**
 * Whether passages were sought by meaning too: `used`; `incomplete`, some of the units have no vectors yet; `unready`, the
 * model is being looked at; `failed`, the embeddings server gave no vector of the question in time. A newer gateway may
 * know more.
 */
export const MEANING_STATES = ['used', 'incomplete', 'unready', 'failed'] as const;

/** What ended the list: it was full; only further documents, or passages too far from the question, were left; nothing was. */
export const LIST_ENDS = ['limit', 'documents', 'relevance', 'nothing-left'] as const;

/** Words of the answer, and the same words in the passage that they were taken from. */
export const quoteSchema = z.object({
  /** Place in `passages`. */
  passage: count,
  inPassage: textRangeSchema,
  inAnswer: textRangeSchema,
});
export type Quote = z.infer<typeof quoteSchema>;

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
    /** Under this score a passage is left out. */
    leastScore: z.number(),
  }),
  list: z.object({
    end: z.string(),
    /** Passages in the units searched, and those of them that were compared in full. */
    searched: count,
    compared: count,
    /** Compared, and left out: as too far from the question, or as of one document too many. */
    tooFar: count,
    otherDocuments: count,
    limit: count,
    maxDocuments: count,
  }),
  /** Null: the bot has no embeddings server. */
  meaning: z.optional(
    z.nullable(
      z.object({
        state: z.string(),
        model: z.string(),
        /** Code-word of the fault where it failed. */
        fault: z.nullable(z.string()),
      }),
    ),
  ),
  answer: z.object({
    kind: z.enum(['quoted', 'not-found', 'not-asked']),
    /** How sure it is that the best words answer, 0..1; null where no answer was asked for. */
    support: z.nullable(z.number()),
    /** Under this support nothing is answered. */
    leastSupport: z.number(),
    quotes: z.array(quoteSchema),
  }),
});
export type Explanation = z.infer<typeof explanationSchema>;
