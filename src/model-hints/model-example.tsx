import { useTranslation } from 'react-i18next';
import type { ModelPurpose } from '#contract/models.ts';
import { CopyLines } from '#src/components/copy-lines.tsx';
import { EXAMPLES } from './examples.ts';

/** What to type to have a server of the purpose, to be copied. */
export function ModelExample({ purpose }: { purpose: ModelPurpose }) {
  const { t } = useTranslation(['models', 'terms']);
  const name = t(`terms:purpose.${purpose}`);
  return (
    <CopyLines
      lines={EXAMPLES[purpose]}
      label={t('hint.example', { name })}
      copyLabel={t('hint.copy', { name })}
    />
  );
}
