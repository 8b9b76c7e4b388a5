import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '#contract/explanations.ts';
import type { VoiceRun, VoiceStep } from '#src/features/voice/run/voice-run.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BandLine } from '#src/ui/answer/answer-band.tsx';
import { AnswerView } from '#src/ui/answer/answer-view.tsx';
import { PassageItem } from '#src/ui/answer/passage-item.tsx';
import { fullBarScore } from '#src/ui/answer/score-bar.tsx';
import type { ShownAnswer } from '#src/ui/answer/shown-answer.ts';
import { quotedPassages, usedPassages } from '#src/ui/answer/used-passages.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { NoModelServer } from '#src/ui/model/no-model-server.tsx';
import { useModelAvailable } from '#src/ui/model/use-model-available.ts';
import { PlainList } from '#src/ui/plain-list.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import { StepCard } from './step-card.tsx';
import { useVoiceExplanation } from './use-voice-explanation.ts';

const MAX_COLLAPSED = 3;

type AnswerStepProps = { run: VoiceRun | undefined; step: VoiceStep; onRepeat: (() => void) | undefined };

/** The passages that the answer is made from. */
export function RetrievalStep({ run, step, onRepeat }: AnswerStepProps) {
  const { t } = useTranslation(['voice', 'answer']);
  const formats = useFormats();
  const [expanded, setExpanded] = useState(false);
  const explanation = useVoiceExplanation(run);
  const documents = run?.documents;
  const used = run && usedPassages(shownAnswer(run, explanation));
  return (
    <StepCard name="found" step={step} onRepeat={onRepeat}>
      {run !== undefined && run.skippedTitles.length > 0 ? (
        <SmallText role="status" tone="saffron">
          {t('found.skipped', { titles: formats.list(run.skippedTitles) })}
        </SmallText>
      ) : null}
      {documents === undefined ? (
        step.phase === 'waiting' ? (
          <Typography sx={{ color: 'text.tertiary' }}>{t('found.waiting')}</Typography>
        ) : null
      ) : documents.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>
          {t(run?.band === 'reply' ? 'answer:free' : 'found.none')}
        </Typography>
      ) : (
        <>
          <SmallText tone="secondary">{t('found.count', { count: documents.length })}</SmallText>
          <PlainList as="ol">
            {documents.slice(0, expanded ? undefined : MAX_COLLAPSED).map((document, index) => (
              <PassageItem
                // The rank as key: a passage may be listed twice.
                key={index}
                label={t('found.rank', { rank: index + 1 })}
                document={document}
                rank={index + 1}
                maxScore={fullBarScore(documents)}
                listed={documents}
                question={run?.text ?? ''}
                explanation={explanation}
                use={used?.get(index)}
              />
            ))}
          </PlainList>
          {documents.length > MAX_COLLAPSED ? (
            <Button
              size="small"
              aria-expanded={expanded}
              onClick={() => setExpanded(!expanded)}
              sx={{ justifySelf: 'start' }}
            >
              {t(expanded ? 'found.less' : 'found.more')}
            </Button>
          ) : null}
        </>
      )}
    </StepCard>
  );
}

/** The run's answer in the shared view, with the passages in use. */
const shownAnswer = (run: VoiceRun, explanation: Explanation | undefined): ShownAnswer => ({
  ...run,
  quoted: explanation === undefined ? [] : quotedPassages(explanation),
});

/** The answer as it grows. */
export function AnswerStep({ run, step, onRepeat }: AnswerStepProps) {
  const { t } = useTranslation(['voice', 'answer']);
  const modelAvailable = useModelAvailable('chat');
  const explanation = useVoiceExplanation(run);
  const { answer = '', kind = null } = run ?? {};
  return (
    <StepCard name="answered" step={step} onRepeat={onRepeat} news={answer.length}>
      {run === undefined || run.band === null || step.phase !== 'done' ? null : (
        <BandLine shown={run} band={run.band} />
      )}
      {run !== undefined && answer !== '' ? (
        <AnswerView
          shown={shownAnswer(run, explanation)}
          question={run.text}
          running={step.phase === 'running'}
          explanation={explanation}
          links={undefined}
        />
      ) : step.phase === 'done' ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('answered.empty')}</Typography>
      ) : step.phase === 'waiting' ? (
        <Typography sx={{ color: 'text.tertiary' }}>{t('answered.waiting')}</Typography>
      ) : null}
      {step.phase === 'failed' && answer !== '' ? (
        <SmallText tone="saffron">{t('answered.cut')}</SmallText>
      ) : null}
      {run?.isFallback === true ? <SmallText tone="saffron">{t('answered.standsIn')}</SmallText> : null}
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
      {modelAvailable === false ? <NoModelServer purpose="chat" level="h3" /> : null}
    </StepCard>
  );
}
