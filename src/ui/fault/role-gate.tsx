import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Access, useHasPermission, useIsSupported, useSession } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageFrame, type PageFrameProps } from '#src/ui/page-frame.tsx';

export type RoleGateProps = {
  /** The call without which the page is of no use. */
  operation: Pick<Access, 'id' | 'right'>;
  /** The page's title. */
  title: string;
  back?: PageFrameProps['back'];
  /** In place of the page where the gateway does not offer the call. */
  notOffered?: { title: string; text: string } | undefined;
  /** The gateway lacks the operation, despite announcing it. */
  absent?: boolean | undefined;
  /** In place of the general explanation for a key that may not make the call. */
  refused?: { title: string; text: string } | undefined;
  /** Below the explanation for a key that may not make the call. */
  afterRefusal?: ReactNode;
  children: ReactNode;
};

/** A page for keys with the right; other visitors see why the page is closed to them. */
export function RoleGate(props: RoleGateProps) {
  const { operation, title, back, notOffered, absent = false, refused, afterRefusal, children } = props;
  const { t } = useTranslation(['terms', 'settings']);
  const permitted = useHasPermission(operation.right);
  const offered = useIsSupported(operation.id);
  const role = useSession().data?.view.role;
  if (notOffered !== undefined && (absent || offered === false))
    return (
      <PageFrame title={title} back={back}>
        <EmptyState title={notOffered.title}>{notOffered.text}</EmptyState>
      </PageFrame>
    );
  if (permitted !== false || role === undefined) return children;
  return (
    <PageFrame title={title} back={back}>
      <EmptyState
        title={refused?.title ?? t('notAllowed.title')}
        actions={
          <LinkButton variant="outlined" to={paths.settings()}>
            {t('settings:title')}
          </LinkButton>
        }
      >
        {refused?.text ?? t('notAllowed.text', { role: t(`role.${role}`) })}
      </EmptyState>
      {afterRefusal}
    </PageFrame>
  );
}
