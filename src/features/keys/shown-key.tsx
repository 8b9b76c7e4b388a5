import { useTranslation } from 'react-i18next';
import type { MadeKey } from '#contract/keys.ts';
import { ShownOnce } from '#src/components/shown-once.tsx';

type ShownKeyProps = { made: MadeKey; taken: boolean; onKept: () => void };

/** A key, the only time it is told; `taken`: this browser uses it already. */
export function ShownKey({ made, taken, onKept }: ShownKeyProps) {
  const { t } = useTranslation('keys');
  return (
    <ShownOnce
      title={t('shown.title')}
      text={t('shown.text', { name: made.view.name })}
      secret={{ text: made.key, label: t('shown.label'), copyLabel: t('shown.copy') }}
      keptLabel={t('shown.kept')}
      onKept={onKept}
    >
      {t('shown.use')}
      {taken ? ` ${t('shown.taken')}` : ''}
    </ShownOnce>
  );
}
