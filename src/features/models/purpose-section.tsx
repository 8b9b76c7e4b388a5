import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ModelPurpose,
  type ModelScope,
  type ModelServer,
  type ModelServers,
  modelSettingsSchema,
} from '#contract/models.ts';
import { AddButton } from '#src/ui/add-button.tsx';
import { HistoryLink } from '#src/ui/audit/history-link.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FormPanel } from '#src/ui/form-panel.tsx';
import { ModelServerCommand } from '#src/ui/model/model-server-command.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageSection } from '#src/ui/page-section.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { ServerForm } from './server-form.tsx';
import { ServerList } from './server-list.tsx';
import { ServerTestNotice } from './server-test-notice.tsx';
import { useFocusAfterRender } from './use-focus-after-render.ts';
import { useRemoveModel, useSaveModel, useTestModel } from './use-models.ts';

type RemoveDialogProps = {
  purpose: ModelPurpose;
  server: ModelServer | undefined;
  onRemoved: () => void;
  onClose: () => void;
};

/** Asks before a server and its key are removed. */
function RemoveDialog({ purpose, server, onRemoved, onClose }: RemoveDialogProps) {
  const { t } = useTranslation(['models', 'terms']);
  const removal = useRemoveModel(purpose);
  const scope = server?.from === 'all' ? 'all' : 'bot';
  return (
    <ConfirmMutation
      open={server !== undefined}
      title={t('remove.title', { name: t(`terms:purpose.${purpose}`) })}
      subject={<BidiText>{server?.model}</BidiText>}
      confirmLabel={t('remove.submit')}
      mutation={removal}
      onConfirm={() => removal.mutate(scope, { onSuccess: onRemoved })}
      onClose={onClose}
    >
      {t(`remove.${scope}`)}
    </ConfirmMutation>
  );
}

type PurposeServers = ModelServers['items'][number];

type PurposeSectionProps = {
  servers: PurposeServers;
  allManageable: boolean;
  refetch: () => Promise<ModelServers | null | undefined>;
  /** Below the servers. */
  children?: ReactNode;
};

/** The change that switches a server on or off for this bot; other settings stay. */
function toggleChange(server: ModelServer, enabled: boolean) {
  const replacedVersion = server.from === 'bot' ? server.changedOn : null;
  return {
    ...modelSettingsSchema.parse(server),
    enabled,
    scope: 'bot' as const,
    expectedChangedOn: replacedVersion,
  };
}

/** The servers of a purpose, the server in use, and instructions when none is set. */
export function PurposeSection({ servers, allManageable, refetch, children }: PurposeSectionProps) {
  const { t } = useTranslation(['models', 'terms']);
  const { purpose, inForce, bot, all, environment } = servers;
  const [open, setOpen] = useState<ModelScope | 'new'>();
  const [removing, setRemoving] = useState<ModelServer>();
  const [outcome, setOutcome] = useState<string>();
  const toggle = useSaveModel(purpose);
  const test = useTestModel(purpose);
  const name = t(`terms:purpose.${purpose}`);
  const unsetScopes = (['bot', 'all'] as const).filter((scope) =>
    scope === 'bot' ? bot === null : all === null && allManageable,
  );
  const [first, ...more] = unsetScopes;
  const { root, focusNext } = useFocusAfterRender<HTMLElement>();
  const finish = (words?: string) => {
    setOpen(undefined);
    setOutcome(words);
    test.reset();
    if (words !== undefined) focusNext('[data-part=outcome]');
  };
  const cancel = () => {
    setOpen(undefined);
    focusNext(`[data-opens=${open}]`);
  };
  const setEnabled = (server: ModelServer, enabled: boolean) =>
    toggle.mutate(toggleChange(server, enabled), {
      onSuccess: () => finish(t(enabled ? 'switchedOn' : 'switchedOff', { name })),
      onError: () => focusNext('[data-part=outcome]'),
    });
  const loadCurrent = (scope: ModelScope) =>
    refetch().then((now) => now?.items.find((item) => item.purpose === purpose)?.[scope]);
  const form = (server: ModelServer | undefined, scopes: readonly [ModelScope, ...ModelScope[]]) => (
    <ServerForm
      purpose={purpose}
      server={server}
      scopes={scopes}
      loadCurrent={loadCurrent}
      onSaved={() => finish(t('saved', { name }))}
      onCancel={cancel}
    />
  );
  const isEmpty = bot === null && all === null && environment === null;
  return (
    <PageSection
      id={purpose}
      ref={root}
      title={name}
      text={
        <>
          {t(`what.${purpose}`)}
          {isEmpty ? null : <HistoryLink kind="model" subject={purpose} name={name} separator=" " />}
        </>
      }
      action={
        first === undefined || open === 'new' ? null : (
          <AddButton
            size="small"
            aria-label={t('addNamed', { name })}
            data-opens="new"
            onClick={() => {
              finish();
              setOpen('new');
            }}
          >
            {t('add')}
          </AddButton>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 1.5, '&:empty': { display: 'none' } }}>
        {outcome === undefined && toggle.error === null ? null : (
          <Box tabIndex={-1} data-part="outcome" sx={{ display: 'grid', gap: 1.5 }}>
            {outcome === undefined ? null : (
              <Notice severity="success" title={outcome} onDismiss={() => setOutcome(undefined)} />
            )}
            <FaultNotice error={toggle.error} onDismiss={toggle.reset} />
          </Box>
        )}
        {test.busy ? <Typography role="status">{t('test.running')}</Typography> : null}
        <ServerTestNotice purpose={purpose} test={test} />
        {open === 'new' && first !== undefined ? (
          <FormPanel>{form(undefined, [first, ...more])}</FormPanel>
        ) : null}
      </Box>
      {isEmpty && open !== 'new' ? (
        <Box sx={{ display: 'grid', gap: 1.5, paddingBlock: 1, maxWidth: 640 }}>
          <Typography variant="body2">
            {t(`hint.${purpose}.without`)} {t(`hint.${purpose}.fits`)} {t(`hint.${purpose}.start`)}
          </Typography>
          <ModelServerCommand purpose={purpose} />
        </Box>
      ) : null}
      <ServerList
        servers={servers}
        name={name}
        allManageable={allManageable}
        open={open}
        test={test}
        busy={toggle.isPending}
        onOpen={setOpen}
        onTest={() => {
          setOutcome(undefined);
          test.run();
        }}
        onSwitch={setEnabled}
        onRemove={setRemoving}
        form={(server) => form(server, [server.from === 'all' ? 'all' : 'bot'])}
      />
      {inForce !== null && inForce.from !== 'bot' ? (
        <BusyButton
          size="small"
          aria-label={t('switchOffNamed', { name })}
          busy={toggle.isPending}
          onClick={() => setEnabled(inForce, false)}
          sx={{ marginBlockStart: 1 }}
        >
          {t('switchOff')}
        </BusyButton>
      ) : null}
      {children}
      <RemoveDialog
        purpose={purpose}
        server={removing}
        onRemoved={() => {
          setRemoving(undefined);
          finish(t('removed', { name }));
        }}
        onClose={() => setRemoving(undefined)}
      />
    </PageSection>
  );
}
