import type { Quote, QuoteSpan } from './compose-quote.ts';
import type { Statement } from './statements.ts';
import type { TextSpan } from './truncate-statement.ts';

/** Beginnings of sentences that need the sentence before: "It is ...", "أما ...", "ويشترط ...". */
const DEPENDS =
  /^(?:و(?!(?:زن|صف|قت|رق|ثيق|احد|سيل|ضع|لاد|كيل|كال|حد|ظيف|زار|سط|صل|ضوء|اتس)\p{L}*)\p{L}{3,}|ف\p{L}{4,}|أما|لكن|كما|إلا|ثم|غير أن|وإلا|وهو|وهي|it|its|they|their|this|that|these|those|he|she|however|otherwise|also|but|and|then|in that case|if so)(?!\p{L})/iu;

/**
 * A sentence with the sentence before it, where that is a question or the sentence cannot be understood alone.
 */
export function withItsLead(statement: Statement, all: readonly Statement[]): readonly Statement[] {
  const before = all.findLast(({ start }) => start < statement.start);
  const leans = before?.kind === 'sentence' && (before.asks || DEPENDS.test(statement.text));
  return leans ? [before, statement] : [statement];
}

/**
 * The quote with a part of a passage moved to its beginning, on a line of its own; the quote as it is where the part is
 * not quoted whole, or nothing else is.
 */
export function putFirst(quote: Quote, passage: number, part: TextSpan): Quote {
  const holder = quote.spans.find(
    ({ passage: of, inPassage }) =>
      of === passage && inPassage.start <= part.start && inPassage.end >= part.end,
  );
  if (!holder) return quote;
  const start = holder.inAnswer.start + part.start - holder.inPassage.start;
  const end = start + part.end - part.start;
  const words = quote.text.slice(start, end);
  const [above, below] = [quote.text.slice(0, start), quote.text.slice(end)];
  if (above.trim() === '') return quote;
  const gap = /^(?:\n|[^\S\n]+)/u.exec(below)?.[0].length ?? 0;
  const rest = gap > 0 ? above : above.trimEnd();
  const moved = words.length + 1;
  const spans = quote.spans.flatMap((span): QuoteSpan[] => {
    if (span !== holder) {
      const by = span.inAnswer.start < start ? moved : rest.length + moved - end - gap;
      return [{ ...span, inAnswer: { start: span.inAnswer.start + by, end: span.inAnswer.end + by } }];
    }
    const head = {
      from: span.inPassage.start,
      to: part.start - (above.length - rest.length),
      at: span.inAnswer.start + moved,
    };
    const tail = { from: part.end + gap, to: span.inPassage.end, at: moved + rest.length };
    return [head, tail]
      .filter(({ from, to }) => to > from)
      .map(({ from, to, at }) => ({
        passage,
        inPassage: { start: from, end: to },
        inAnswer: { start: at, end: at + to - from },
      }));
  });
  return {
    text: `${words}\n${rest}${below.slice(gap)}`,
    from: quote.from,
    spans: [{ passage, inPassage: part, inAnswer: { start: 0, end: words.length } }, ...spans],
  };
}
