/** Sample knowledge for an empty gateway: adding it, and its progress. */

import LinearProgress from '@mui/material/LinearProgress';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { knowledgeSummary } from '#contract/operations/units.ts';
import type { StatusWord } from '#contract/source-status.ts';
import { fetchUnit, fetchUnitStates } from '#src/api/client/units.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';
import { recentQuestions, recentQuestionsOwner } from '#src/api/stores/recent-questions.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { spacedInterval } from '#src/ui/unit/poll-interval.ts';
import { isFinalStatus, resolveUnitStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { addSample, SAMPLES } from './samples.ts';

const POLL_MS = 700;

type Phase = 'idle' | 'working' | 'ready' | 'unknown' | 'failed';

function phaseOf(ids: readonly number[] | null, statuses: readonly (StatusWord | number)[]): Phase {
  if (ids === null) return 'idle';
  if (statuses.includes('failed')) return 'failed';
  if (ids.length === 0 || statuses.some((status) => typeof status === 'number')) return 'unknown';
  return statuses.length > 0 && statuses.every((status) => status === 'ready') ? 'ready' : 'working';
}

/** Adds the sample guides and polls them until they are indexed or have failed. */
export function useSamples() {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const readAgain = useInvalidate('units', knowledgeSummary.id);
  const queryClient = useQueryClient();
  // What was added stays offered on later visits to the page, until one of its questions was asked.
  const addedKey = ['samples', connection.id];
  const { data: added } = useQuery<number[] | null>({
    queryKey: addedKey,
    queryFn: () => null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const adding = useMutation({
    mutationFn: () =>
      Promise.all(
        SAMPLES.map((sample) => addSample(gateway, sample, { isAnnounced: Boolean(capabilities) })),
      ),
    onSuccess: (units) =>
      queryClient.setQueryData(
        addedKey,
        units.flatMap(({ id }) => id ?? []),
      ),
    onSettled: readAgain,
  });
  const questions = recentQuestions(recentQuestionsOwner(connection));
  const offered = SAMPLES.some(({ question }) => questions.includes(question)) ? null : (added ?? null);
  const ids = offered ?? [];
  const progress = useQuery({
    queryKey: ['units', connection.id, 'samples', ids, connection.statusNames],
    enabled: ids.length > 0,
    queryFn: async (): Promise<(StatusWord | number)[]> => {
      const states = await fetchUnitStates(gateway, ids);
      if (states !== null) return states.map(({ status }) => status);
      const units = await Promise.all(ids.map((id) => fetchUnit(gateway, id)));
      return units.map(({ sourceStatus }) => resolveUnitStatus(sourceStatus, capabilities, connection));
    },
    refetchInterval: ({ state }) =>
      state.data?.some((status) => typeof status === 'string' && !isFinalStatus(status)) === false
        ? false
        : capabilities
          ? POLL_MS
          : spacedInterval(state.dataUpdateCount),
  });
  const phase = adding.isPending ? 'working' : phaseOf(offered, progress.data ?? []);
  return {
    phase,
    add: () => adding.mutate(),
    error: adding.error ?? progress.error,
    dismiss: () => {
      queryClient.setQueryData(addedKey, null);
      adding.reset();
    },
  };
}
type SampleState = ReturnType<typeof useSamples>;

const SEVERITY_BY_PHASE = { working: 'info', ready: 'success', unknown: 'info', failed: 'warning' } as const;

/** The progress of the sample guides, and a first question for each once it is ready. */
export function SampleNotice({ phase, add, error, dismiss }: SampleState) {
  const { t } = useTranslation('overview');
  const { language } = useLocale();
  if (error !== null) return <FaultNotice error={error} onRetry={add} onDismiss={dismiss} />;
  if (phase === 'idle') return null;
  const orderedSamples = [...SAMPLES].sort(
    (a, b) => Number(b.language === language) - Number(a.language === language),
  );
  const questions =
    phase === 'ready' || phase === 'unknown'
      ? orderedSamples.map((sample, index) => (
          <LinkButton
            key={sample.language}
            lang={sample.language}
            variant={index === 0 ? 'contained' : 'outlined'}
            size="small"
            to={paths.playground({ question: sample.question, index: [sample.title] })}
            // A clicked link asks the question; a copied link only fills it in.
            state={{ ask: true }}
            sx={{ whiteSpace: 'normal' }}
          >
            <bdi>{sample.question}</bdi>
          </LinkButton>
        ))
      : undefined;
  return (
    <Notice
      severity={SEVERITY_BY_PHASE[phase]}
      title={t('sample.title')}
      {...(phase === 'working' ? {} : { onDismiss: dismiss })}
      {...(questions === undefined ? {} : { action: questions })}
    >
      {t(`sample.${phase}`)}
      {phase === 'working' ? (
        <LinearProgress sx={{ marginBlockStart: 1 }} aria-label={t('sample.working')} />
      ) : null}
    </Notice>
  );
}
