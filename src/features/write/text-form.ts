import * as z from 'zod/mini';
import { isVisible } from '#common/title-key.ts';
import { titleSchema } from '#contract/knowledge.ts';
import { WRITTEN_LIMITS } from '#contract/limits.ts';
import { parseQuestions, printQuestions, type QuestionPair } from './question-format.ts';

export type TextKind = 'text' | 'questions';
/** Values of the form: text and pairs side by side, so that switching the kind loses no input. */
export type TextValues = { title: string; kind: TextKind; text: string; pairs: QuestionPair[] };

const visibleText = (max: number) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(max),
    z.refine((text) => isVisible(text), { params: { words: 'invisible' } }),
  );
const pairSchema = z.object({
  question: visibleText(WRITTEN_LIMITS.question),
  answer: visibleText(WRITTEN_LIMITS.answer),
});

/** `hasTitle`: a unit is made of the text; else the text is a source of one. */
export const textSchema = (hasTitle: boolean) => {
  const title = hasTitle ? titleSchema : z.string();
  return z.discriminatedUnion('kind', [
    z.object({ title, kind: z.literal('text'), text: visibleText(WRITTEN_LIMITS.text) }),
    z.object({
      title,
      kind: z.literal('questions'),
      pairs: z.array(pairSchema).check(z.minLength(1), z.maxLength(WRITTEN_LIMITS.questions)),
    }),
  ]);
};

export const EMPTY_PAIR: QuestionPair = { question: '', answer: '' };
export const EMPTY_TEXT: TextValues = { title: '', kind: 'text', text: '', pairs: [EMPTY_PAIR] };

/** The file of a text, as far as it has been written. */
export function toMarkdown({ kind, text, pairs }: Omit<TextValues, 'title'>): string {
  if (kind === 'text') return text;
  return printQuestions(pairs.filter(({ question, answer }) => isVisible(question) && isVisible(answer)));
}

/** A text to be compared with another: questions without their marks. */
export function toPlainLines(markdown: string): string {
  const pairs = parseQuestions(markdown);
  return pairs?.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n') ?? markdown;
}

/** A text as it was saved, in the form that it was written in. */
export function fromMarkdown(markdown: string): TextValues {
  const pairs = parseQuestions(markdown);
  const kind = pairs === undefined ? 'text' : 'questions';
  return { ...EMPTY_TEXT, kind, text: markdown, ...(pairs === undefined ? {} : { pairs }) };
}
