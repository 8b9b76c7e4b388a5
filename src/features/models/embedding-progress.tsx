import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EmbeddingProgress as Progress } from '#contract/models.ts';
import { embeddingProgress, pauseEmbedding } from '#contract/operations/models.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { queryOf, useRead } from '#src/api/hooks/use-read.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { ModelFaultMessage } from '#src/ui/fault/fault-message.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { roundDuration } from '#src/ui/round-duration.ts';
import { SmallText } from '#src/ui/small-text.tsx';

const WORKING_INTERVAL_MS = 2000;
const IDLE_INTERVAL_MS = 15_000;

/** How many passages of the bot have vectors; polled, more often while vectors are made. */
function useEmbeddingProgress() {
  return useRead(embeddingProgress, undefined, {
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' || data === null
        ? false
        : data?.state === 'working'
          ? WORKING_INTERVAL_MS
          : IDLE_INTERVAL_MS,
  });
}

function usePauseEmbedding() {
  const gateway = useGateway();
  const connection = useConnection();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (paused: boolean) => gateway.call(pauseEmbedding, { body: { paused } }),
    onSuccess: (now) =>
      queryClient.setQueryData(queryOf({ gateway, connection }, embeddingProgress, undefined).queryKey, now),
  });
}

/** How many passages have vectors, and the time and cost of the rest, with a button to pause. Empty without a server. */
export function EmbeddingProgress() {
  return (
    <QueryView query={useEmbeddingProgress()} pending={null} isEmpty={({ state }) => state === 'off'}>
      {(progress) => <ProgressDetails progress={progress} />}
    </QueryView>
  );
}

/** Sentences on the progress of an embedding, the total first. */
function useSentences(progress: Progress): string[] {
  const { t } = useTranslation('embedding');
  const formats = useFormats();
  const { state, passages, passagesDone, units, unitsDone, secondsLeft } = progress;
  const { passagesSkipped: failedPassages } = progress;
  const isComplete = passagesDone >= passages;
  return [
    passages === 0
      ? t('none')
      : isComplete && failedPassages === 0
        ? t('all', { count: passages })
        : t('have', {
            done: formats.number(passagesDone - failedPassages),
            all: formats.number(passages),
            unitsDone: formats.number(unitsDone),
            units: formats.number(units),
          }),
    state === 'working' && secondsLeft !== null
      ? t('left', { time: formats.duration(roundDuration(secondsLeft * 1000)) })
      : '',
    failedPassages > 0 ? t('givenUp', { count: failedPassages }) : '',
    state === 'paused' ? t('pausedText') : '',
    isComplete ? '' : t('words'),
  ].filter((sentence) => sentence !== '');
}

function ProgressDetails({ progress }: { progress: Progress }) {
  const { t } = useTranslation('embedding');
  const formats = useFormats();
  const setPaused = usePauseEmbedding();
  const { state, passages, passagesDone, tokensLeft, tokensTotal } = progress;
  const isComplete = passagesDone >= passages;
  const isPaused = state === 'paused';
  const sentences = useSentences(progress);
  return (
    <Box
      role="group"
      aria-labelledby="embedding-title"
      sx={{ display: 'grid', gap: 1, paddingBlockStart: 2 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Typography id="embedding-title" variant="body2" component="h3" sx={{ fontWeight: 600 }}>
          {t('title')}
        </Typography>
        <SmallText tone="secondary" role="status" sx={{ flex: 1 }}>
          {t(`state.${state === 'off' ? 'idle' : state}`)}
        </SmallText>
        <BusyButton
          size="small"
          variant={isPaused ? 'outlined' : 'text'}
          aria-label={t(isPaused ? 'resumeNamed' : 'pauseNamed')}
          busy={setPaused.isPending}
          onClick={() => setPaused.mutate(!isPaused)}
        >
          {t(isPaused ? 'resume' : 'pause')}
        </BusyButton>
      </Box>
      <FaultNotice
        error={setPaused.error}
        onRetry={() => setPaused.mutate(!isPaused)}
        onDismiss={setPaused.reset}
      />
      <Meter
        kind="progress"
        value={passages === 0 ? 0 : passagesDone / passages}
        label={t('bar')}
        valueText={sentences[0] ?? ''}
        tone={state === 'failing' || isPaused ? 'saffron' : 'teal'}
      />
      <Typography variant="body2">{sentences.join(' ')}</Typography>
      {passages === 0 ? null : (
        <SmallText tone="secondary">
          {isComplete ? '' : `${t('cost', { left: formats.number(tokensLeft) })} `}
          {t('costAll', { all: formats.number(tokensTotal) })}
        </SmallText>
      )}
      {progress.fault === null || state !== 'failing' ? null : (
        <Notice severity="warning" title={t('failingTitle')}>
          <ModelFaultMessage fault={progress.fault} /> {t('failingText')}
        </Notice>
      )}
    </Box>
  );
}
