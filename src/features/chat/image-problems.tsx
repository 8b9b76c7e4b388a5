import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { IMAGE_LIMITS } from '#contract/limits.ts';
import { Notice } from '#src/components/notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import type { ImageProblem } from './read-images.ts';

type ImageProblemsProps = { problems: readonly ImageProblem[]; onDismiss: () => void };

/** Which files were not taken along, and why. */
export function ImageProblems({ problems, onDismiss }: ImageProblemsProps) {
  const { t } = useTranslation('chat');
  const formats = useFormats();
  if (problems.length === 0) return null;
  const values = { most: formats.bytes(IMAGE_LIMITS.bytes), count: IMAGE_LIMITS.count };
  return (
    <Box sx={{ padding: 1.5, paddingBlockEnd: 0 }}>
      <Notice severity="warning" title={t('images.leftOut')} onDismiss={onDismiss}>
        {problems.map(({ name, why }, index) => (
          // eslint-disable-next-line react/no-array-index-key
          <div key={`${index} ${name}`}>{t(`images.why.${why}`, { ...values, name })}</div>
        ))}
      </Notice>
    </Box>
  );
}
