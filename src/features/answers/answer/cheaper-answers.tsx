import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { PaymentRequired } from '#src/api/transport/gateway-errors.ts';
import { cheaperSettings } from '#src/features/answers/cheaper-settings.ts';
import { estimateAnswer, roundToTwoDigits } from '#src/ui/quota/estimate-answer.ts';
import type { AnswerRun } from '#src/ui/run/answer-run.ts';
import type { AskSettings } from '#src/ui/run/ask-settings.ts';

type CheaperAnswersProps = { run: AnswerRun; onAskWith: (change: Partial<AskSettings>) => void };

/** After a 402: the same question in ways that what is left may pay for. */
export function CheaperAnswers({ run, onAskWith }: CheaperAnswersProps) {
  const { t } = useTranslation(['playground', 'spending']);
  const capabilities = useCapabilities();
  const { error, request } = run;
  // Whether another gateway reserves for the longest answer is not known: a shorter one may be refused alike.
  if (!(error instanceof PaymentRequired) || !capabilities) return null;
  const { left: remaining } = error.parameters;
  const { question, settings } = request;
  const quoted = estimateAnswer({
    question,
    maxOutputTokens: settings.MaxOutputTokens,
    retrievalOnly: false,
    generated: false,
    reservesExactly: true,
    previousAnswerTokens: [],
  }).expected;
  const budget = typeof remaining === 'number' ? remaining : undefined;
  const canQuote = settings.answerer === 'default' && (budget === undefined || quoted <= budget);
  const shorter = cheaperSettings(request, budget);
  return (
    <>
      {canQuote ? (
        <Button variant="outlined" size="small" onClick={() => onAskWith({ answerer: 'extractive' })}>
          {t('cheaper.quoted', { amount: t('spending:amount.text', { count: roundToTwoDigits(quoted) }) })}
        </Button>
      ) : null}
      {shorter === undefined ? null : (
        <Button variant="outlined" size="small" onClick={() => onAskWith(shorter)}>
          {t('cheaper.shorter')}
        </Button>
      )}
    </>
  );
}
