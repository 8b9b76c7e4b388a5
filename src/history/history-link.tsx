import History from 'lucide-react/icons/history';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#src/components/link-button.tsx';
import { type HistoryOf, useHistoryPath } from './use-history-path.ts';

type HistoryLinkProps = HistoryOf & {
  /** What the thing is called, for assistive technology. */
  name?: string;
};

/** From a thing to who changed it, when, and from what; nothing where the key may not see that. */
export function HistoryLink({ name, ...thing }: HistoryLinkProps) {
  const { t } = useTranslation('terms');
  const to = useHistoryPath(thing);
  if (to === undefined) return null;
  return (
    <LinkButton
      size="small"
      to={to}
      startIcon={<History size={16} />}
      {...(name === undefined ? {} : { 'aria-label': t('historyOf', { name }) })}
    >
      {t('history')}
    </LinkButton>
  );
}
