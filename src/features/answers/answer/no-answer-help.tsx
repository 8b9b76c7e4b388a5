import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '#contract/explanations.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse, useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { isTermAbsent } from '#src/features/answers/explanation/term-chips.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { listOriginalTexts, originalText } from '#src/ui/answer/explanation-labels.ts';
import { LinkButton } from '#src/ui/link-button.tsx';

const STEPS = ['synonym', 'searchAll', 'add', 'rephrase'] as const;
type Step = (typeof STEPS)[number];

type Situation = {
  explanation: Explanation | undefined;
  /** Only some units were searched. */
  hasNamedUnits: boolean;
  canAddSynonyms: boolean;
  canAddKnowledge: boolean;
};

/**
 * What can be done where nothing was found, the most fitting first. A synonym helps where one word is not in the
 * passages and others are; where none of several is, the passages are about something else.
 */
function nextSteps({ explanation, hasNamedUnits, canAddSynonyms, canAddKnowledge }: Situation): Step[] {
  const terms = explanation?.terms ?? [];
  const absent = terms.filter(isTermAbsent);
  const isOffTopic = absent.length > 1 && absent.length === terms.length;
  const possible: Record<Step, boolean> = {
    synonym: canAddSynonyms && absent.length > 0 && !isOffTopic,
    searchAll: hasNamedUnits,
    add: canAddKnowledge,
    rephrase: true,
  };
  return STEPS.filter((step) => possible[step]);
}

type NoAnswerHelpProps = {
  /** Undefined while loading, or when the gateway offers no explanations. */
  explanation: Explanation | undefined;
  hasNamedUnits: boolean;
  onRephrase: () => void;
  onSearchAll: () => void;
};

/** Help without an answer: the missing words, one main next step, and further steps in small print. */
export function NoAnswerHelp({ explanation, hasNamedUnits, onRephrase, onSearchAll }: NoAnswerHelpProps) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const canAddSynonyms = useCanUse({ id: 'addSynonyms', kind: 'extension', right: 'editKnowledge' });
  const canAddKnowledge = useOptimisticPermission('editKnowledge');
  // What another gateway searches where no unit is named is not known.
  const isAnnounced = useCapabilities() !== null;
  const absentTerms = explanation?.terms.filter(isTermAbsent) ?? [];
  const [absent] = absentTerms;
  const word = explanation === undefined || absent === undefined ? '' : originalText(explanation, absent);
  const steps = nextSteps({ explanation, hasNamedUnits, canAddSynonyms, canAddKnowledge });
  const named = { word: t('quoted', { words: word }) };
  const actions: Record<Step, { label: string } & ({ to: string } | { onClick: () => void })> = {
    synonym: { label: t('nothing.synonym', named), to: paths.synonyms({ add: word }) },
    searchAll: {
      label: t(isAnnounced ? 'nothing.searchAll' : 'nothing.askWithoutUnits'),
      onClick: onSearchAll,
    },
    add: { label: t('nothing.add'), to: paths.addKnowledge() },
    rephrase: { label: t('nothing.rephrase'), onClick: onRephrase },
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {explanation === undefined || absentTerms.length === 0 ? null : (
        <Typography sx={{ color: 'text.secondary' }}>
          {t('nothing.absent', {
            count: absentTerms.length,
            words: listOriginalTexts(explanation, absentTerms, { t, formats }),
          })}
        </Typography>
      )}
      <Box
        role="group"
        aria-label={t('nothing.next')}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
      >
        {steps.map((step, index) => {
          const { label, ...action } = actions[step];
          const variant = index === 0 ? 'contained' : 'text';
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
