import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelPurpose, ModelScope, ModelServer, ModelServerChange } from '#contract/models.ts';
import { Conflict } from '#src/api/transport/gateway-errors.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { RecordForm } from '#src/ui/record-form.tsx';
import { StaleNotice } from '#src/ui/stale-notice.tsx';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import { ServerFields } from './server-fields.tsx';
import { ServerTestNotice } from './server-test-notice.tsx';
import { useFocusAfterRender } from './use-focus-after-render.ts';
import { useSaveModel, useTestModel } from './use-models.ts';
import { toServerValues, useServerForm } from './use-server-form.ts';

type ServerFormProps = {
  purpose: ModelPurpose;
  /** Absent: the form adds a server. */
  server?: ModelServer | undefined;
  /** The scopes to choose from; an existing server has one. */
  scopes: readonly [ModelScope, ...ModelScope[]];
  /** Loads the saved version after a conflict. */
  loadCurrent: (scope: ModelScope) => Promise<ModelServer | null | undefined>;
  onSaved: () => void;
  onCancel: () => void;
};

const isStaleError = (error: unknown) => error instanceof Conflict && error.fault === 'stale-model';

/** Edits a server, tests it with a real call, and saves it. An error loses no input. */
export function ServerForm({ purpose, server, scopes, loadCurrent, onSaved, onCancel }: ServerFormProps) {
  const { t } = useTranslation(['models', 'terms', 'common']);
  const form = useServerForm(purpose, toServerValues(server, scopes[0]));
  const save = useSaveModel(purpose);
  const test = useTestModel(purpose);
  /** The version loaded into the form, replaced on saving; null without one. */
  const [baseVersion, setBaseVersion] = useState<ModelServer | null>(server ?? null);
  const [serverVersion, setServerVersion] = useState<ModelServer | null>();
  const { scope } = form.values;
  const { root, focusNext } = useFocusAfterRender<HTMLFormElement>();

  const loadServerVersion = async () => setServerVersion(await loadCurrent(scope));
  const send = (change: ModelServerChange, replacedVersion: ModelServer | null) =>
    save.mutate(
      { ...change, expectedChangedOn: replacedVersion?.changedOn ?? null },
      {
        onSuccess: onSaved,
        onError: async (error) => {
          if (isStaleError(error)) await loadServerVersion();
          focusNext('[data-part=trouble]');
        },
      },
    );
  const submit = (onValid: (change: ModelServerChange) => void) =>
    form.submit(onValid, () => focusNext('[aria-invalid=true]'));
  const resolveConflict = (next: () => void) => {
    save.reset();
    setBaseVersion(serverVersion ?? null);
    setServerVersion(undefined);
    next();
  };
  const name = t(`terms:purpose.${purpose}`);
  return (
    <RecordForm
      ref={root}
      label={t(server === undefined ? 'form.new' : 'form.change', { name })}
      submitLabel={t('common:save')}
      busy={save.isPending}
      keepOnEscape={form.touched}
      onSubmit={() => submit((change) => send(change, baseVersion))}
      onCancel={onCancel}
      actions={
        <Button
          variant="outlined"
          onClick={() => (test.busy ? test.stop() : submit((change) => test.run(change)))}
        >
          {t(test.busy ? 'test.stop' : 'test.run')}
        </Button>
      }
      status={test.busy ? t('test.running') : ''}
    >
      {scopes.length > 1 ? (
        <ToggleChoice
          label={t('form.scope')}
          value={scope}
          options={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
          onChange={(next) => form.set('scope', next)}
        />
      ) : (
        <Typography sx={{ fontWeight: 600 }}>{t(`scope.${scope}`)}</Typography>
      )}
      <ServerFields
        purpose={purpose}
        form={form}
        hasKey={baseVersion?.hasKey === true && !baseVersion.keyLost}
        modelNames={test.result?.models ?? []}
      />
      <ServerTestNotice purpose={purpose} test={test} />
      {save.error === null ? null : (
        <Box tabIndex={-1} data-part="trouble">
          {isStaleError(save.error) && serverVersion !== undefined ? (
            <StaleNotice
              title={t('form.stale')}
              keepLabel={t('form.keepMine')}
              takeLabel={t('form.takeTheirs')}
              onKeep={() => resolveConflict(() => submit((change) => send(change, serverVersion)))}
              onTake={() =>
                resolveConflict(() => form.reset(toServerValues(serverVersion ?? undefined, scope)))
              }
            >
              {t('form.staleText')}
            </StaleNotice>
          ) : (
            <FaultNotice error={save.error} onDismiss={save.reset} />
          )}
        </Box>
      )}
    </RecordForm>
  );
}
