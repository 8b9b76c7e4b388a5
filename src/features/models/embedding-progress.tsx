import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { EmbeddingProgress as Progress } from '#contract/models.ts';
import { describeError } from '#src/api/describe-error.ts';
import { gatewayError } from '#src/api/errors.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { Meter } from '#src/components/meter.tsx';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { useEmbedding, usePauseEmbedding } from './use-embedding.ts';

/** How far the passages have vectors, what the rest takes and costs, and whether it goes on. Nothing without a server. */
export function EmbeddingProgress() {
  const { data, error, refetch } = useEmbedding();
  if (error) return <FaultNotice error={error} onRetry={() => void refetch()} />;
  if (!data || data.state === 'off') return null;
  return <Standing progress={data} />;
}

function Standing({ progress }: { progress: Progress }) {
  const { t } = useTranslation('embedding');
  const formats = useFormats();
  const pausing = usePauseEmbedding();
  const { state, passages, passagesDone, units, unitsDone, tokensLeft, tokensAll, secondsLeft } = progress;
  const isComplete = passagesDone >= passages;
  const { passagesGivenUp: givenUp } = progress;
  const isPaused = state === 'paused';
  const sentences = [
    passages === 0
      ? t('none')
      : isComplete && givenUp === 0
        ? t('all', { count: passages })
        : t('have', {
            done: formats.number(passagesDone - givenUp),
            all: formats.number(passages),
            unitsDone: formats.number(unitsDone),
            units: formats.number(units),
          }),
    state === 'working' && secondsLeft !== null
      ? t('left', { time: formats.duration(roundTime(secondsLeft * 1000)) })
      : '',
    givenUp > 0 ? t('givenUp', { count: givenUp }) : '',
    isPaused ? t('pausedText') : '',
    isComplete ? '' : t('words'),
  ].filter((sentence) => sentence !== '');
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
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary', flex: 1 }}>
          {t(`state.${state === 'off' ? 'idle' : state}`)}
        </Typography>
        <Button
          size="small"
          variant={isPaused ? 'outlined' : 'text'}
          aria-label={t(isPaused ? 'resumeNamed' : 'pauseNamed')}
          loading={pausing.isPending}
          onClick={() => pausing.mutate(!isPaused)}
        >
          {t(isPaused ? 'resume' : 'pause')}
        </Button>
      </Box>
      {pausing.error ? (
        <FaultNotice
          error={pausing.error}
          onRetry={() => pausing.mutate(!isPaused)}
          onDismiss={pausing.reset}
        />
      ) : null}
      <Meter
        kind="progress"
        value={passages === 0 ? 0 : passagesDone / passages}
        label={t('bar')}
        valueText={sentences[0] ?? ''}
        tone={state === 'stuck' || isPaused ? 'saffron' : 'teal'}
      />
      <Typography variant="body2">{sentences.join(' ')}</Typography>
      {passages === 0 ? null : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {isComplete ? '' : `${t('cost', { left: formats.number(tokensLeft) })} `}
          {t('costAll', { all: formats.number(tokensAll) })}
        </Typography>
      )}
      {progress.fault === null || state !== 'stuck' ? null : <Stuck fault={progress.fault} />}
    </Box>
  );
}

function Stuck({ fault }: { fault: NonNullable<Progress['fault']> }) {
  const { t } = useTranslation('embedding');
  const { t: tFaults } = useTranslation('faults');
  const { code, parameters, message } = fault;
  const known = gatewayError({ status: 502, fault: code, parameters: parameters as never, message });
  const { message: words, asSent } = describeError(known, tFaults);
  return (
    <Notice severity="warning" title={t('stuckTitle')}>
      {asSent ? <BidiText>{words}</BidiText> : words} {t('stuckText')}
    </Notice>
  );
}

/** An estimate does not know seconds once it is minutes. */
function roundTime(milliseconds: number): number {
  const step = milliseconds < 60_000 ? 5000 : 60_000;
  return Math.max(step, Math.round(milliseconds / step) * step);
}
