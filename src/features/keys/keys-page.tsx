import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeKey } from '#contract/keys.ts';
import type { KeyView } from '#contract/session.ts';
import { useCan, useMay, useOffers, useSession } from '#src/api/use-role.ts';
import { useSignOut } from '#src/api/use-sign-out.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { FormPanel } from '#src/components/form-panel.tsx';
import { Notice } from '#src/components/notice.tsx';
import { PageFrame } from '#src/components/page-frame.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { paths } from '#src/paths.ts';
import { KeyForm } from './key-form.tsx';
import { KeyList } from './key-list.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RoleMatrix } from './role-matrix.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { ShownKey } from './shown-key.tsx';
import { useKeys } from './use-keys.ts';

type Open = { new: true } | { id: string };

/** Every key: to make, change, replace and end. */
export function KeysPage() {
  const { t } = useTranslation(['keys', 'settings', 'terms']);
  const own = useSession().data?.view;
  const offered = useOffers('listKeys');
  const may = useMay('listKeys');
  const mayCreate = useCan('createKey');
  const keys = useKeys(offered === true && may === true);
  const signOut = useSignOut();
  const [open, setOpen] = useState<Open>();
  const [rotating, setRotating] = useState<KeyView>();
  const [revoking, setRevoking] = useState<KeyView>();
  const [shown, setShown] = useState<readonly { made: MadeKey; taken: boolean }[]>([]);
  const hide = (id: string) => setShown((now) => now.filter(({ made }) => made.view.id !== id));
  const [outcome, setOutcome] = useState<string>();
  const adder = useRef<HTMLButtonElement>(null);
  const show = (made: MadeKey, taken: boolean) => {
    setOpen(undefined);
    setOutcome(undefined);
    setRotating(undefined);
    setShown((now) => [...now, { made, taken }]);
  };
  const finish = (words?: string) => {
    setOpen(undefined);
    setOutcome(words);
    adder.current?.focus();
  };
  const back = { to: paths.settings(), label: t('settings:title') };
  if (offered === false || keys.data === null)
    return (
      <PageFrame title={t('title')} back={back}>
        <EmptyState title={t('notOffered.title')}>{t('notOffered.text')}</EmptyState>
      </PageFrame>
    );
  if (may === false && own !== undefined)
    return (
      <PageFrame title={t('title')} back={back}>
        <EmptyState title={t('onlyOwners.title')}>
          {t('onlyOwners.text', { name: own.name, role: t(`terms:role.${own.role}`) })}
        </EmptyState>
        <RoleMatrix own={own.role} />
      </PageFrame>
    );
  const { data, error } = keys;
  return (
    <PageFrame
      title={t('title')}
      subtitle={
        data === undefined ? t('subtitle') : `${t('count', { count: data.length })} · ${t('subtitle')}`
      }
      back={back}
      {...(mayCreate
        ? {
            action: (
              <Button
                ref={adder}
                variant="contained"
                startIcon={<Plus size={18} />}
                onClick={() => setOpen({ new: true })}
              >
                {t('create')}
              </Button>
            ),
          }
        : {})}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {outcome === undefined ? null : (
          <Notice severity="success" title={outcome} onDismiss={() => setOutcome(undefined)} />
        )}
        {shown.map((one) => (
          <ShownKey
            key={one.made.view.id}
            {...one}
            onKept={() => {
              hide(one.made.view.id);
              adder.current?.focus();
            }}
          />
        ))}
        {error === null ? null : <FaultNotice error={error} onRetry={() => void keys.refetch()} />}
        {open !== undefined && 'new' in open ? (
          <FormPanel>
            <KeyForm onMade={(made) => show(made, false)} onCancel={() => finish()} />
          </FormPanel>
        ) : null}
        {data === undefined ? (
          error === null ? (
            <SkeletonRows rows={4} height={88} />
          ) : null
        ) : (
          <KeyList
            keys={data}
            openId={open !== undefined && 'id' in open ? open.id : undefined}
            onOpen={(id) => setOpen(id === undefined ? undefined : { id })}
            onChanged={() => finish(t('changed'))}
            onRotate={setRotating}
            onRevoke={setRevoking}
          />
        )}
      </Box>
      <RoleMatrix own={own?.role} />
      <RotateDialog asked={rotating} onMade={show} onClose={() => setRotating(undefined)} />
      <RevokeDialog
        asked={revoking}
        onRevoked={(view) => {
          setRevoking(undefined);
          hide(view.id);
          if (view.current) void signOut();
          else finish(t('revoked', { name: view.name }));
        }}
        onClose={() => setRevoking(undefined)}
      />
    </PageFrame>
  );
}
