import { useTranslation } from 'react-i18next';
import { TextLink } from '#src/ui/link-button.tsx';
import { useAuditLogPath } from './use-audit-log-path.ts';

type HistoryLinkProps = Parameters<typeof useAuditLogPath>[0] & {
  /** Of what the changes are, for assistive technology. */
  name: string;
  /** Stands before the link. */
  separator?: string;
};

/** Link to the audit log of a subject; absent when the key may not read it. */
export function HistoryLink({ name, separator = '', ...subject }: HistoryLinkProps) {
  const { t } = useTranslation('terms');
  const path = useAuditLogPath(subject);
  if (path === undefined) return null;
  return (
    <>
      {separator}
      <TextLink to={path} underline="always" aria-label={t('historyOf', { name })}>
        {t('history')}
      </TextLink>
    </>
  );
}
