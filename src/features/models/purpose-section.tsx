import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelScope, ModelServer, ModelServers } from '#contract/models.ts';
import { modelSettingsSchema } from '#contract/models.ts';
import { FormPanel } from '#src/components/form-panel.tsx';
import { TextLink } from '#src/components/link-button.tsx';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useHistoryPath } from '#src/history/use-history-path.ts';
import { ModelExample } from '#src/model-hints/model-example.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ServerForm } from './server-form.tsx';
import { ServerList } from './server-list.tsx';
import { TestNotice } from './test-notice.tsx';
import { useFocusNext } from './use-focus-next.ts';
import { useSaveModel, useTestModel } from './use-models.ts';

export type PurposeServers = ModelServers['items'][number];

type PurposeSectionProps = {
  servers: PurposeServers;
  allManageable: boolean;
  readNow: () => Promise<ModelServers | null | undefined>;
  /** What else belongs to the purpose, below its servers. */
  children?: ReactNode;
};

/** What can be set of a server, without what is only told of it. */
function changeOf(server: ModelServer, enabled: boolean) {
  const over = server.from === 'bot' ? server.changedOn : null;
  return { ...modelSettingsSchema.parse(server), enabled, scope: 'bot' as const, over };
}

/** One thing that a model server is for: which are set, which of them calls use, and what to do where there is none. */
export function PurposeSection({ servers, allManageable, readNow, children }: PurposeSectionProps) {
  const { t } = useTranslation(['models', 'terms']);
  const { purpose, inForce, bot, all, environment, setting } = servers;
  const history = useHistoryPath({ kind: 'model', subject: purpose });
  const [open, setOpen] = useState<ModelScope | 'new'>();
  const [removing, setRemoving] = useState<ModelServer>();
  const [outcome, setOutcome] = useState<string>();
  const switching = useSaveModel(purpose);
  const test = useTestModel(purpose);
  const name = t(`terms:purpose.${purpose}`);
  const unset = (['bot', 'all'] as const).filter((scope) =>
    scope === 'bot' ? bot === null : all === null && allManageable,
  );
  const [first, ...more] = unset;
  const { root, focusNext } = useFocusNext<HTMLElement>();
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
  const switchTo = (server: ModelServer, enabled: boolean) =>
    switching.mutate(changeOf(server, enabled), {
      onSuccess: () => finish(t(enabled ? 'switchedOn' : 'switchedOff', { name })),
      onError: () => focusNext('[data-part=outcome]'),
    });
  const read = (scope: ModelScope) =>
    readNow().then((now) => now?.items.find((item) => item.purpose === purpose)?.[scope]);
  const form = (server: ModelServer | undefined, scopes: readonly [ModelScope, ...ModelScope[]]) => (
    <ServerForm
      purpose={purpose}
      server={server}
      scopes={scopes}
      readNow={read}
      onSaved={() => finish(t('saved', { name }))}
      onCancel={cancel}
    />
  );
  const isEmpty = bot === null && all === null && environment === null;
  return (
    <Box
      component="section"
      ref={root}
      id={purpose}
      aria-labelledby={`${purpose}-title`}
      sx={{
        maxWidth: 880,
        paddingBlock: 3,
        scrollMarginBlockStart: 72,
        '& + &': { borderBlockStart: 1, borderColor: 'line.firm' },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', marginBlockEnd: 1 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography id={`${purpose}-title`} variant="h2">
            {name}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(`what.${purpose}`)}
            {history === undefined || isEmpty ? null : (
              <>
                {' '}
                <TextLink to={history} underline="always" aria-label={t('terms:historyOf', { name })}>
                  {t('terms:history')}
                </TextLink>
              </>
            )}
          </Typography>
        </Box>
        {first === undefined || open === 'new' ? null : (
          <Button
            size="small"
            variant="outlined"
            startIcon={<Plus size={16} />}
            aria-label={t('addNamed', { name })}
            data-opens="new"
            onClick={() => {
              finish();
              setOpen('new');
            }}
          >
            {t('add')}
          </Button>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, '&:empty': { display: 'none' } }}>
        {outcome === undefined && switching.error === null ? null : (
          <Box tabIndex={-1} data-part="outcome" sx={{ display: 'grid', gap: 1.5 }}>
            {outcome === undefined ? null : (
              <Notice severity="success" title={outcome} onDismiss={() => setOutcome(undefined)} />
            )}
            {switching.error ? <FaultNotice error={switching.error} onDismiss={switching.reset} /> : null}
          </Box>
        )}
        {test.busy ? <Typography role="status">{t('test.running')}</Typography> : null}
        <TestNotice purpose={purpose} test={test} />
        {open === 'new' && first !== undefined ? (
          <FormPanel>{form(undefined, [first, ...more])}</FormPanel>
        ) : null}
      </Box>
      {isEmpty && open !== 'new' ? (
        <Box sx={{ display: 'grid', gap: 1.5, paddingBlock: 1, maxWidth: 640 }}>
          <Typography variant="body2">
            {t(`hint.${purpose}.without`)} {t(`hint.${purpose}.fits`)} {t(`hint.${purpose}.start`)}
          </Typography>
          <ModelExample purpose={purpose} />
        </Box>
      ) : null}
      <ServerList
        servers={servers}
        name={name}
        setting={setting}
        allManageable={allManageable}
        open={open}
        testing={test.busy}
        busy={switching.isPending}
        onOpen={setOpen}
        onTest={() => {
          setOutcome(undefined);
          test.run();
        }}
        onStop={test.stop}
        onSwitch={switchTo}
        onRemove={setRemoving}
        form={(server) => form(server, [server.from === 'all' ? 'all' : 'bot'])}
      />
      {inForce !== null && inForce.from !== 'bot' ? (
        <Button
          size="small"
          aria-label={t('switchOffNamed', { name })}
          loading={switching.isPending}
          onClick={() => switchTo(inForce, false)}
          sx={{ marginBlockStart: 1 }}
        >
          {t('switchOff')}
        </Button>
      ) : null}
      {children}
      <RemoveDialog
        purpose={purpose}
        asked={removing}
        onRemoved={() => {
          setRemoving(undefined);
          finish(t('removed', { name }));
        }}
        onClose={() => setRemoving(undefined)}
      />
    </Box>
  );
}
