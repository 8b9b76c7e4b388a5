import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelPurpose, ModelScope, ModelServer, ModelServerChange } from '#contract/models.ts';
import { Conflict } from '#src/api/errors.ts';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { ServerFields } from './server-fields.tsx';
import { TestNotice } from './test-notice.tsx';
import { useFocusNext } from './use-focus-next.ts';
import { useSaveModel, useTestModel } from './use-models.ts';
import { useServerForm, valuesOf } from './use-server-form.ts';

type ServerFormProps = {
  purpose: ModelPurpose;
  /** What is changed; without it a new one is set. */
  server?: ModelServer | undefined;
  /** Whom a new one can be for; of one that exists it is known. */
  scopes: readonly [ModelScope, ...ModelScope[]];
  /** Looks again at what is saved, after somebody else was quicker. */
  readNow: (scope: ModelScope) => Promise<ModelServer | null | undefined>;
  onSaved: () => void;
  onCancel: () => void;
};

const isStale = (error: unknown) => error instanceof Conflict && error.fault === 'stale-model';

/** A server in place: written, tried with a real call, saved. Nothing written is lost by an error. */
export function ServerForm({ purpose, server, scopes, readNow, onSaved, onCancel }: ServerFormProps) {
  const { t } = useTranslation(['models', 'terms', 'common']);
  const form = useServerForm(purpose, valuesOf(server, scopes[0]));
  const save = useSaveModel(purpose);
  const test = useTestModel(purpose);
  /** What was looked at here, which saving replaces; null: nothing. */
  const [base, setBase] = useState<ModelServer | null>(server ?? null);
  const [theirs, setTheirs] = useState<ModelServer | null>();
  const { scope } = form.values;
  const { root, focusNext } = useFocusNext<HTMLFormElement>();

  const readTheirs = async () => setTheirs(await readNow(scope));
  const send = (change: ModelServerChange, over: ModelServer | null) =>
    save.mutate(
      { ...change, over: over?.changedOn ?? null },
      {
        onSuccess: onSaved,
        onError: async (error) => {
          if (isStale(error)) await readTheirs();
          focusNext('[data-part=trouble]');
        },
      },
    );
  const submit = (sendIt: (change: ModelServerChange) => void) =>
    form.submit(sendIt, () => focusNext('[aria-invalid=true]'));
  const settle = (next: () => void) => {
    save.reset();
    setBase(theirs ?? null);
    setTheirs(undefined);
    next();
  };
  const name = t(`terms:purpose.${purpose}`);
  return (
    <Box
      component="form"
      ref={root}
      noValidate
      aria-label={t(server === undefined ? 'form.new' : 'form.change', { name })}
      onSubmit={(event) => {
        event.preventDefault();
        submit((change) => send(change, base));
      }}
      onKeyDown={(event) => {
        // The same key ends a composition or closes a list: it throws away nothing that was written.
        const { isComposing } = event.nativeEvent;
        if (event.key === 'Escape' && !event.defaultPrevented && !isComposing && !form.touched) onCancel();
      }}
      sx={{ display: 'grid', gap: 2.5, maxWidth: 640, paddingBlock: 2.5 }}
    >
      {scopes.length > 1 ? (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('form.scope')}
          value={scope}
          onChange={(_, next: ModelScope | null) => {
            if (next !== null) form.set('scope', next);
          }}
        >
          {scopes.map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`scope.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      ) : (
        <Typography sx={{ fontWeight: 600 }}>{t(`scope.${scope}`)}</Typography>
      )}
      <ServerFields
        purpose={purpose}
        form={form}
        hasKey={base?.hasKey === true && !base.keyLost}
        offered={test.result?.models ?? []}
      />
      <TestNotice purpose={purpose} test={test} />
      {save.error === null ? null : (
        <Box tabIndex={-1} data-part="trouble">
          {isStale(save.error) && theirs !== undefined ? (
            <Notice
              severity="warning"
              title={t('form.stale')}
              action={
                <>
                  <Button
                    size="small"
                    variant="outlined"
                    onClick={() => settle(() => submit((change) => send(change, theirs)))}
                  >
                    {t('form.keepMine')}
                  </Button>
                  <Button
                    size="small"
                    variant="outlined"
                    onClick={() => settle(() => form.reset(valuesOf(theirs ?? undefined, scope)))}
                  >
                    {t('form.takeTheirs')}
                  </Button>
                </>
              }
            >
              {t('form.staleText')}
            </Notice>
          ) : (
            <FaultNotice error={save.error} onDismiss={save.reset} />
          )}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" loading={save.isPending} disabled={save.isPending}>
          {t('common:save')}
        </Button>
        {test.busy ? (
          <Button variant="outlined" onClick={test.stop}>
            {t('test.stop')}
          </Button>
        ) : (
          <Button variant="outlined" onClick={() => submit((change) => test.run(change))}>
            {t('test.run')}
          </Button>
        )}
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Typography role="status" variant="body2" sx={{ alignSelf: 'center', color: 'text.secondary' }}>
          {test.busy ? t('test.running') : ''}
        </Typography>
      </Box>
    </Box>
  );
}
