import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import type { AskSettings } from './settings.ts';
import { ANSWERER_CHOICES } from './settings.ts';
import { useAnswererWords } from './use-answerer-words.ts';

type AnswererChoiceProps = {
  value: AskSettings['answerer'];
  onChange: (value: AskSettings['answerer']) => void;
};

/** Who answers: the model, the passages themselves, or nobody. Shown where there is a model to choose. */
export function AnswererChoice({ value, onChange }: AnswererChoiceProps) {
  const { t } = useTranslation('playground');
  const words = useAnswererWords();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label={t('settings.names.answerer')}
      onChange={(_event, next: AskSettings['answerer'] | null) => next !== null && onChange(next)}
    >
      {ANSWERER_CHOICES.map((choice) => (
        <ToggleButton key={choice} value={choice} sx={{ paddingBlock: 0.25, minHeight: 32 }}>
          {words(choice)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
