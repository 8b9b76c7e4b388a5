import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { searchPassages as readPassages } from '#src/api/client/search-passages.ts';
import { densestSpan, excerptStart } from '#src/ui/answer/excerpt.ts';
import { passagePath } from '#src/ui/answer/passage-path.ts';
import type { ShellState } from './shell-state-context.ts';

type Hits = Awaited<ReturnType<NonNullable<ShellState['searchPassages']>>>;

/** More than a line holds, and no more than is good to be read aloud. */
const MAX_EXCERPT_LENGTH = 140;

/** What the palette shows of the passages nearest to words: where each is, and its text from the best words on. */
export async function searchPassages(
  gateway: GatewayClient,
  words: string,
  signal: AbortSignal,
): Promise<Hits> {
  const passages = await readPassages(gateway, words, signal);
  const documents = passages.map(({ document }) => document);
  return passages.map(({ unitId, unitTitle, ordinal, document, marks }) => {
    const { text } = document;
    const start = excerptStart(text, densestSpan(text, marks));
    return {
      unitId,
      ordinal,
      title: [unitTitle, ...passagePath(document, unitTitle, documents)].join(' › '),
      text: text.slice(start, start + MAX_EXCERPT_LENGTH).replaceAll(/\s+/gu, ' '),
    };
  });
}
