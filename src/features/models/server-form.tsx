import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ModelPurpose, ModelScope, ModelServer, ModelServerChange } from '#contract/models.ts';
import { Conflict } from '#src/api/transport/gateway-errors.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { RecordForm } from '#src/ui/record-form.tsx';
import { StaleNotice } from '#src/ui/stale-notice.tsx';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import { useStaleVersion } from '#src/ui/use-stale-version.ts';
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

type SaveTroubleProps = {
  error: unknown;
  /** Whether what another person saved is known. */
  canChoose: boolean;
  onKeep: () => void;
  onTake: () => void;
  onDismiss: () => void;
};

function SaveTrouble({ error, canChoose, onKeep, onTake, onDismiss }: SaveTroubleProps) {
  const { t } = useTranslation('models');
  if (error === null) return null;
  return (
    <Box tabIndex={-1} data-part="trouble">
      {canChoose && isStaleError(error) ? (
        <StaleNotice
          title={t('form.stale')}
          keepLabel={t('form.keepMine')}
          takeLabel={t('form.takeTheirs')}
          onKeep={onKeep}
          onTake={onTake}
        >
          {t('form.staleText')}
        </StaleNotice>
      ) : (
        <FaultNotice error={error} onDismiss={onDismiss} />
      )}
    </Box>
  );
}

type ScopeFieldProps = {
  scopes: ServerFormProps['scopes'];
  value: ModelScope;
  onChange: (scope: ModelScope) => void;
};

/** A choice only where there are several. */
function ScopeField({ scopes, value, onChange }: ScopeFieldProps) {
  const { t } = useTranslation('models');
  if (scopes.length === 1) return <Typography sx={{ fontWeight: 600 }}>{t(`scope.${value}`)}</Typography>;
  return (
    <ToggleChoice
      label={t('form.scope')}
      value={value}
      options={scopes.map((scope) => ({ value: scope, label: t(`scope.${scope}`) }))}
      onChange={onChange}
    />
  );
}

/** Edits a server, tests it with a real call, and saves it. An error loses no input. */
export function ServerForm({ purpose, server, scopes, loadCurrent, onSaved, onCancel }: ServerFormProps) {
  const { t } = useTranslation(['models', 'terms', 'common']);
  const form = useServerForm(purpose, toServerValues(server, scopes[0]));
  const save = useSaveModel(purpose);
  const test = useTestModel(purpose);
  const { base, newer, setNewer, resolve } = useStaleVersion<ModelServer | null>(server ?? null, save);
  const { scope } = form.values;
  const { root, focusNext } = useFocusAfterRender<HTMLFormElement>();

  const submit = (onValid: (change: ModelServerChange) => void) =>
    form.submit(onValid, () => focusNext('[aria-invalid=true]'));
  const saveOver = (replacedVersion: ModelServer | null) =>
    submit((change) =>
      save.mutate(
        { ...change, expectedChangedOn: replacedVersion?.changedOn ?? null },
        {
          onSuccess: onSaved,
          onError: async (error) => {
            if (isStaleError(error)) setNewer(await loadCurrent(scope));
            focusNext('[data-part=trouble]');
          },
        },
      ),
    );
  const name = t(`terms:purpose.${purpose}`);
  return (
    <RecordForm
      ref={root}
      label={t(server === undefined ? 'form.new' : 'form.change', { name })}
      submitLabel={t('common:save')}
      busy={save.isPending}
      keepOnEscape={form.touched}
      onSubmit={() => saveOver(base)}
      onCancel={onCancel}
      actions={
        <Button variant="outlined" onClick={() => (test.busy ? test.stop() : submit(test.run))}>
          {t(test.busy ? 'test.stop' : 'test.run')}
        </Button>
      }
      status={test.busy ? t('test.running') : ''}
    >
      <ScopeField scopes={scopes} value={scope} onChange={(next) => form.set('scope', next)} />
      <ServerFields
        purpose={purpose}
        form={form}
        hasKey={base?.hasKey === true && !base.keyLost}
        modelNames={test.result?.models ?? []}
      />
      <ServerTestNotice purpose={purpose} test={test} />
      <SaveTrouble
        error={save.error}
        canChoose={newer !== undefined}
        onKeep={() => resolve(() => saveOver(newer ?? null))}
        onTake={() => resolve(() => form.reset(toServerValues(newer ?? undefined, scope)))}
        onDismiss={save.reset}
      />
    </RecordForm>
  );
}
