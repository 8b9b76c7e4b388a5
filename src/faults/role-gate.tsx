import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EndpointId } from '#contract/endpoints.ts';
import { useMay, useSession } from '#src/api/use-role.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { LinkButton } from '#src/components/link-button.tsx';
import { PageFrame } from '#src/components/page-frame.tsx';
import { paths } from '#src/paths.ts';

type RoleGateProps = {
  /** The call without which the page is of no use. */
  needs: EndpointId;
  /** The page's title. */
  title: string;
  children: ReactNode;
};

/** A page for those whose key may use it; others who come by its address learn why not. */
export function RoleGate({ needs, title, children }: RoleGateProps) {
  const { t } = useTranslation(['terms', 'settings']);
  const may = useMay(needs);
  const role = useSession().data?.view.role;
  if (may !== false || role === undefined) return children;
  return (
    <PageFrame title={title}>
      <EmptyState
        title={t('notAllowed.title')}
        actions={
          <LinkButton variant="outlined" to={paths.settings()}>
            {t('settings:title')}
          </LinkButton>
        }
      >
        {t('notAllowed.text', { role: t(`role.${role}`) })}
      </EmptyState>
    </PageFrame>
  );
}
