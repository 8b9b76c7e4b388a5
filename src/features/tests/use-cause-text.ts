import { useTranslation } from 'react-i18next';
import type { TestCause } from '#contract/tests.ts';
import { useIsForeign } from '#src/api/hooks/gateway-context.tsx';
import { useFormats } from '#src/i18n/locale.tsx';

/** Why an outcome is as it is: units by title, or how many changes can be the cause. `isChanged`: a person changed the test. */
export function useCauseText(): (cause: TestCause | null, isChanged?: boolean) => string {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const isForeign = useIsForeign();
  return (cause, isChanged = false) => {
    if (cause === null) return t(isChanged ? 'because.person' : 'because.first');
    if (isForeign) return t('because.unknown');
    const { direct, units, more } = cause;
    const count = units.length + more;
    if (count === 0) return t('because.settings');
    if (direct || count === 1) return formats.list(units.map(({ title }) => title));
    return t('because.among', { count });
  };
}
