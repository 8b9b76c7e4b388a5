import { useTranslation } from 'react-i18next';
import type { TestCause } from '#contract/tests.ts';
import { useFormats } from '#src/i18n/locale.tsx';

/** Because of what an outcome is as it is: units by title, or how many changes can be the cause. */
export function useCauseText(): (cause: TestCause | null) => string {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  return (cause) => {
    if (cause === null) return t('because.first');
    const { direct, units, more } = cause;
    const count = units.length + more;
    if (count === 0) return t('because.settings');
    if (direct || count === 1) return formats.list(units.map(({ title }) => title));
    return t('because.among', { count });
  };
}
