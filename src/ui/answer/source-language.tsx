import Languages from 'virtual:lucide/languages';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '#contract/explanations.ts';
import { foreignSourceLanguage } from './text-language.ts';

type SourceLanguageProps = {
  /** As it was typed. */
  question: string;
  sources: readonly string[];
  explanation: Explanation | undefined;
};

/** Says so where sources are in the other language than the question. */
export function SourceLanguage({ question, sources, explanation }: SourceLanguageProps) {
  const { t } = useTranslation('answer');
  const language = foreignSourceLanguage(question, sources, explanation);
  if (language === undefined) return null;
  return (
    <Typography
      variant="body2"
      component="div"
      sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}
    >
      <Languages size={16} aria-hidden />
      {t(`source.${language}`)}
    </Typography>
  );
}
