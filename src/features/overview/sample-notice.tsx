import LinearProgress from '@mui/material/LinearProgress';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#src/components/link-button.tsx';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useLocale } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { SAMPLES } from './samples.ts';
import type { SampleState } from './use-samples.ts';

const SEVERITY = { working: 'info', ready: 'success', unknown: 'info', failed: 'warning' } as const;

/** How the sample guides come along, and, once they can answer, a first question to each. */
export function SampleNotice({ phase, place, error, dismiss }: SampleState) {
  const { t } = useTranslation('overview');
  const { language } = useLocale();
  if (error !== null) return <FaultNotice error={error} onRetry={place} onDismiss={dismiss} />;
  if (phase === 'idle') return null;
  const own = [...SAMPLES].sort((a, b) => Number(b.language === language) - Number(a.language === language));
  const questions =
    phase === 'ready' || phase === 'unknown'
      ? own.map((sample, index) => (
          <LinkButton
            key={sample.language}
            lang={sample.language}
            variant={index === 0 ? 'contained' : 'outlined'}
            size="small"
            to={paths.playground({ question: sample.question, index: [sample.title] })}
            sx={{ whiteSpace: 'normal' }}
          >
            <bdi>{sample.question}</bdi>
          </LinkButton>
        ))
      : undefined;
  return (
    <Notice
      severity={SEVERITY[phase]}
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
