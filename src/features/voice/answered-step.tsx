import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { TextLink } from '#src/components/link-button.tsx';
import { NoModelServer } from '#src/model-hints/no-model-server.tsx';
import { useModelOffered } from '#src/model-hints/use-model-offered.ts';
import { paths } from '#src/paths.ts';
import type { Step, VoiceRun } from './run.ts';
import { StepFrame } from './step-frame.tsx';

type AnsweredStepProps = { run: VoiceRun | undefined; step: Step; onAgain: (() => void) | undefined };

/** What the bot says to it, as it grows. */
export function AnsweredStep({ run, step, onAgain }: AnsweredStepProps) {
  const { t } = useTranslation('voice');
  const offered = useModelOffered('chat');
  const { answer = '', kind = null } = run ?? {};
  return (
    <StepFrame name="answered" step={step} onAgain={onAgain}>
      {answer !== '' ? (
        <Typography
          variant="reading"
          component="div"
          dir="auto"
          aria-busy={step.phase === 'running'}
          sx={{
            maxWidth: '70ch',
            whiteSpace: 'pre-wrap',
            unicodeBidi: 'plaintext',
            overflowWrap: 'anywhere',
          }}
        >
          {answer}
        </Typography>
      ) : step.phase === 'done' ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('answered.empty')}</Typography>
      ) : step.phase === 'waiting' ? (
        <Typography sx={{ color: 'text.tertiary' }}>{t('answered.waiting')}</Typography>
      ) : null}
      {step.phase === 'failed' && answer !== '' ? (
        <Typography variant="body2" sx={{ color: 'saffron.ink' }}>
          {t('answered.cut')}
        </Typography>
      ) : null}
      {run?.standsIn === true ? (
        <Typography variant="body2" sx={{ color: 'saffron.ink' }}>
          {t('answered.standsIn')}
        </Typography>
      ) : null}
      {run === undefined || answer === '' ? null : (
        <Typography
          variant="body2"
          component="div"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, color: 'text.secondary' }}
        >
          {kind === null ? null : <span>{t(`answered.${kind}`)}</span>}
          <TextLink to={paths.playground({ question: run.text.trim(), index: run.settings.names })}>
            {t('answered.playground')}
          </TextLink>
        </Typography>
      )}
      {offered === false ? <NoModelServer purpose="chat" level="h3" /> : null}
    </StepFrame>
  );
}
