import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse, useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { listOriginalTexts } from '#src/ui/answer/explanation-labels.ts';
import { type ExplanationState, explanationOf } from '#src/ui/answer/use-explanation.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import type { AnswerRun } from '#src/ui/run/answer-run.ts';
import { absentTerms, type NextSteps, nextSteps, stateOf } from './next-steps.ts';

type NextStepsRowProps = {
  run: AnswerRun;
  explanationState: ExplanationState;
  onOpenPassage: (index: number) => void;
  onSearchAll: () => void;
  onAskAgain: () => void;
  onRephrase: () => void;
};

/** What a person can do next with an answer; where nothing was found, the words that no passage has stand before it. */
export function NextStepsRow({ run, explanationState, ...handlers }: NextStepsRowProps) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const canAddSynonyms = useCanUse({ id: 'addSynonyms', kind: 'extension', right: 'editKnowledge' });
  const canAddKnowledge = useOptimisticPermission('editKnowledge');
  const explanation = explanationOf(explanationState);
  const state = stateOf(run);
  const absent = state === 'not-found' && explanation !== undefined ? absentTerms(explanation) : [];
  const next = nextSteps(run, explanationState, { canAddSynonyms, canAddKnowledge });
  const actions = useActions(next, handlers);
  if (next.steps.length === 0) return null;
  const first = state === 'not-found' || state === 'no-units' ? 'contained' : 'outlined';
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {explanation === undefined || absent.length === 0 ? null : (
        <Typography sx={{ color: 'text.secondary' }}>
          {t('nothing.absent', {
            count: absent.length,
            words: listOriginalTexts(explanation, absent, { t, formats }),
          })}
        </Typography>
      )}
      <Box
        role="group"
        aria-label={t('nothing.next')}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
      >
        {next.steps.map((step, index) => {
          const { label, ...action } = actions[step];
          const variant = index === 0 && state !== 'answered' ? first : 'text';
          return 'to' in action ? (
            <LinkButton key={step} variant={variant} size="small" to={action.to}>
              {label}
            </LinkButton>
          ) : (
            <Button key={step} variant={variant} size="small" onClick={action.onClick}>
              {label}
            </Button>
          );
        })}
      </Box>
    </Box>
  );
}

type Action = { label: string } & ({ to: string } | { onClick: () => void });

function useActions(
  { passage = 0, word = '' }: NextSteps,
  handlers: Omit<NextStepsRowProps, 'run' | 'explanationState'>,
): Record<NextSteps['steps'][number], Action> {
  const { t } = useTranslation(['explain', 'playground']);
  // What another gateway searches where no unit is named is not known.
  const isAnnounced = useCapabilities() !== null;
  return {
    passage: {
      label: t('nothing.passage', { rank: passage + 1 }),
      onClick: () => handlers.onOpenPassage(passage),
    },
    synonym: {
      label: t('nothing.synonym', { word: t('quoted', { words: word }) }),
      to: paths.synonyms({ add: word }),
    },
    searchAll: {
      label: t(isAnnounced ? 'nothing.searchAll' : 'nothing.askWithoutUnits'),
      onClick: handlers.onSearchAll,
    },
    units: { label: t('playground:noKnowledge.watch'), to: paths.knowledge() },
    add: { label: t('nothing.add'), to: paths.addKnowledge() },
    askAgain: { label: t('playground:run.askAgain'), onClick: handlers.onAskAgain },
    rephrase: { label: t('nothing.rephrase'), onClick: handlers.onRephrase },
  };
}
