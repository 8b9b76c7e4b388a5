import { useTranslation } from 'react-i18next';
import type { VersionCause } from '#contract/versions.ts';

/** Why a version was made, and who asked for it. */
export function useCauseText(): (cause: VersionCause, base: number | null) => string {
  const { t } = useTranslation('history');
  return ({ kind, by }, base) => {
    const cause = t(`cause.${kind}`, { base: base ?? '' });
    return by === null || by === '' ? cause : t('causeBy', { cause, name: by });
  };
}
