import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unitDetails } from '#contract/operations/units.ts';
import { fetchUnits } from '#src/api/client/units.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { queryOf } from '#src/api/hooks/use-read.ts';
import { resolveUnitStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { useUnitsByName } from '#src/ui/unit/use-units-by-name.ts';
import { detectLanguage } from './settings/voice-settings.ts';

const MAX_UNITS = 3;
const MAX_QUESTIONS = 4;
const STALE_TIME_MS = 60_000;
/** Units looked through for ready ones. */
const MAX_LISTED_UNITS = 20;

/** The first question of each list, then the second of each. */
function interleave(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all = Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  );
  return [...new Set(all.flat())];
}

type SampleQuestion = { text: string; language: 'ar' | 'en' };

/** Questions in the language of the page; those in the other one only where there are none. */
function inLanguage(texts: readonly string[], page: string): SampleQuestion[] {
  const questions = texts.map(
    (text): SampleQuestion => ({ text, language: detectLanguage(text, '') === 'ar' ? 'ar' : 'en' }),
  );
  const own = questions.filter(({ language }) => language === page);
  return (own.length === 0 ? questions : own).slice(0, MAX_QUESTIONS);
}

/**
 * Suggested questions of the named units, or of the latest ready units when none is named; empty when the gateway
 * suggests none.
 */
export function useSampleQuestions(names: readonly string[]): readonly SampleQuestion[] {
  const { i18n } = useTranslation();
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const named = useUnitsByName(names.slice(0, MAX_UNITS));
  const isEnabled = (capabilities ?? null) !== null;
  const { data: latest } = useQuery({
    queryKey: ['units', connection.id, 'latest'],
    queryFn: async () => fetchUnits(gateway, { offset: 0, limit: MAX_LISTED_UNITS, sort: '-modifiedOn' }),
    enabled: isEnabled && names.length === 0,
    staleTime: STALE_TIME_MS,
  });
  const units = names.length === 0 ? (latest?.items ?? []) : named.flatMap(({ unit }) => unit ?? []);
  const ready = units.filter(
    ({ sourceStatus }) => resolveUnitStatus(sourceStatus, capabilities, connection) === 'ready',
  );
  const texts = useQueries({
    queries: ready.slice(0, MAX_UNITS).map(({ id }) => ({
      ...queryOf({ gateway, connection }, unitDetails, { params: { knowledgeId: id } }),
      enabled: isEnabled,
      staleTime: STALE_TIME_MS,
    })),
    // Whether one is in the language of the page is known once all are there.
    combine: (results) =>
      results.some(({ isPending }) => isPending)
        ? []
        : interleave(results.map(({ data }) => data?.questions ?? [])),
  });
  return inLanguage(texts, i18n.language);
}
