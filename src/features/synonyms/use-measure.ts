import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { useSettled } from '#src/components/use-settled.ts';

const PAUSE_MS = 500;

/** The questions of a text, one a line. */
export function readQuestions(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** What these expressions change, asked when the typing pauses. */
export function useMeasure(expressions: readonly string[], questions: string, groupId?: number) {
  const { synonyms } = useGateway();
  const connection = useConnection();
  const asked = readQuestions(questions).slice(0, SYNONYM_LIMITS.questions);
  const settled = useSettled(JSON.stringify([expressions, asked]), PAUSE_MS);
  return useQuery({
    queryKey: ['synonyms', connection.id, 'measure', groupId, settled],
    queryFn: ({ signal }) => {
      const [those, these] = JSON.parse(settled) as [string[], string[]];
      const saved = groupId === undefined ? {} : { groupId };
      return synonyms.measure({ expressions: those, questions: these, ...saved }, signal);
    },
    enabled: expressions.length > 0 && settled !== '[[],[]]' && !settled.startsWith('[[],'),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
