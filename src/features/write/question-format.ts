/**
 * Questions with answers as Markdown that any reader understands: each question is a heading of the first level, closed by
 * a `#`, so that its answer is a passage under that title. Headings within an answer stand one level deeper.
 */

export type QuestionPair = { question: string; answer: string };

/** What Markdown would take for a mark of its own within a heading; an underscore only beside a word. */
const MARKS = /[\\`*[\]<&#~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const QUESTION = /^# (.+) #$/;
const HEADING = /^( {0,3})(#+)(?=[ \t]|$)/;
const OPENING_FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** Follows the fences of code, where a `#` begins no heading. `before`: the mark of the fence that is open. */
function fenceAfter(line: string, before: string | undefined): string | undefined {
  if (before === undefined) return OPENING_FENCE.exec(line)?.[1];
  return new RegExp(`^ {0,3}${before}[~\`]*[ \t]*$`).test(line) ? undefined : before;
}

/** Lines with each heading as `change` makes its marks; other lines and code as they are. */
function changeHeadings(lines: readonly string[], change: (marks: string) => string) {
  let fence: string | undefined;
  const changed = lines.map((line) => {
    const isCode = fence !== undefined;
    fence = fenceAfter(line, fence);
    return isCode
      ? line
      : line.replace(HEADING, (_, indent: string, marks: string) => indent + change(marks));
  });
  return { lines: changed, openFence: fence };
}

const linesOf = (text: string): string[] => text.replace(/\r\n?/g, '\n').split('\n');

/** Without empty lines around it; code that is left open is closed, or the next question would be code. */
function tidyAnswer(answer: string): string {
  const text = linesOf(answer)
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  const { openFence } = changeHeadings(text.split('\n'), (marks) => marks);
  return openFence === undefined ? text : `${text}\n${openFence}`;
}

/** A pair as it is stored: printing and reading it changes nothing any more. */
export const tidyPair = ({ question, answer }: QuestionPair): QuestionPair => ({
  question: question.replace(/\s+/gu, ' ').trim(),
  answer: tidyAnswer(answer),
});

export function printQuestions(pairs: readonly QuestionPair[]): string {
  const sections = pairs.map(tidyPair).map(({ question, answer }) => {
    const heading = `# ${question.replace(MARKS, String.raw`\$&`)} #`;
    const { lines } = changeHeadings(answer.split('\n'), (marks) => `#${marks}`);
    return `${heading}\n\n${lines.join('\n')}\n`;
  });
  return sections.join('\n');
}

/** The pairs of a text that consists of nothing else; undefined of any other text. */
export function parseQuestions(markdown: string): QuestionPair[] | undefined {
  const pairs: { question: string; lines: string[] }[] = [];
  let fence: string | undefined;
  for (const line of linesOf(markdown.replace(/^\uFEFF/, ''))) {
    const question = fence === undefined ? QUESTION.exec(line)?.[1] : undefined;
    if (question === undefined) {
      fence = fenceAfter(line, fence);
      const isStray =
        pairs.length === 0 ? line.trim() !== '' : fence === undefined && /^ {0,3}#(?=[ \t]|$)/.test(line);
      if (isStray) return undefined;
      pairs.at(-1)?.lines.push(line);
    } else pairs.push({ question: question.replace(ESCAPED, '$1'), lines: [] });
  }
  if (pairs.length === 0) return undefined;
  return pairs.map(({ question, lines }) => {
    const answer = changeHeadings(lines, (marks) => (marks.length > 1 ? marks.slice(1) : marks)).lines;
    return tidyPair({ question, answer: answer.join('\n') });
  });
}
