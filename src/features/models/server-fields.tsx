import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronUp from 'virtual:lucide/chevron-up';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { type ChangeEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MODEL_LIMITS } from '#contract/limits.ts';
import type { ModelPurpose } from '#contract/models.ts';
import { IntegerField } from '#src/ui/integer-field.tsx';
import type { ServerFormState } from './use-server-form.ts';

const NAMES = ['firstSeconds', 'silenceSeconds', 'concurrency', 'contextTokens'] as const;

/** Time limits and concurrency; shown when asked for, or when one of them is invalid. */
function MoreFields({ purpose, form }: { purpose: ModelPurpose; form: ServerFormState }) {
  const { t } = useTranslation('models');
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const { values, errors, set } = form;
  const names = NAMES.filter((name) => name !== 'contextTokens' || purpose === 'chat');
  const open = expanded || names.some((name) => errors[name] !== undefined);
  return (
    <div>
      <Button
        size="small"
        aria-expanded={open}
        aria-controls={id}
        endIcon={open ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
        onClick={() => setExpanded(!open)}
      >
        {t('form.more')}
      </Button>
      <Box
        id={id}
        hidden={!open}
        sx={{
          display: open ? 'grid' : 'none',
          gap: 2,
          paddingBlockStart: 2,
          gridTemplateColumns: { sm: '1fr 1fr' },
          alignItems: 'start',
        }}
      >
        {names.map((name) => (
          <IntegerField
            key={name}
            label={t(`form.${name}`)}
            value={values[name]}
            error={errors[name]}
            hint={t(`form.${name}Hint`)}
            onChange={(amount) => set(name, amount)}
          />
        ))}
      </Box>
    </div>
  );
}

/** Label, value, error or hint of a text field. */
function useTextField({ values, errors, set }: ServerFormState) {
  const { t } = useTranslation('models');
  return (name: 'url' | 'key' | 'modelV2' | 'voices', hint: string) => ({
    label: t(`form.${name}`),
    size: 'small' as const,
    value: values[name],
    error: errors[name] !== undefined,
    helperText: errors[name] ?? hint,
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.value),
  });
}

type KeyFieldProps = Pick<ServerFieldsProps, 'form' | 'hasKey'>;

function KeyField({ form, hasKey }: KeyFieldProps) {
  const { t } = useTranslation('models');
  const { values, set } = form;
  const textField = useTextField(form);
  return (
    <div>
      <TextField
        {...textField('key', t(hasKey ? 'form.keyKept' : 'form.keyHint'))}
        type="password"
        fullWidth
        disabled={values.dropKey}
        value={values.dropKey ? '' : values.key}
        slotProps={{
          htmlInput: { ...ltrInputProps, autoComplete: 'new-password', maxLength: MODEL_LIMITS.key },
        }}
      />
      {hasKey ? (
        <FormControlLabel
          control={<Checkbox checked={values.dropKey} onChange={(_, checked) => set('dropKey', checked)} />}
          label={t('form.dropKey')}
        />
      ) : null}
    </div>
  );
}

type ServerFieldsProps = {
  purpose: ModelPurpose;
  form: ServerFormState;
  /** Whether a key is saved, which is never shown again. */
  hasKey: boolean;
  /** Models that the server named in a test. */
  modelNames: readonly string[];
};

const ltrInputProps = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } as const;

/** Address, key and model of a server, and further settings. */
export function ServerFields({ purpose, form, hasKey, modelNames }: ServerFieldsProps) {
  const { t } = useTranslation('models');
  const { values, errors, set } = form;
  const textField = useTextField(form);
  return (
    <>
      <TextField
        {...textField('url', t('form.urlHint'))}
        autoFocus
        slotProps={{ htmlInput: { ...ltrInputProps, inputMode: 'url', maxLength: MODEL_LIMITS.url } }}
      />
      <KeyField form={form} hasKey={hasKey} />
      <Autocomplete
        freeSolo
        options={modelNames}
        inputValue={values.model}
        onInputChange={(_, text) => set('model', text)}
        renderInput={(params) => (
          <TextField
            {...params}
            label={t('form.model')}
            size="small"
            error={errors.model !== undefined}
            helperText={errors.model ?? t(`form.modelHint.${purpose}`)}
          />
        )}
      />
      {purpose === 'transcription' ? (
        <TextField
          {...textField('modelV2', t('form.modelV2Hint'))}
          slotProps={{ htmlInput: { ...ltrInputProps, maxLength: MODEL_LIMITS.model } }}
        />
      ) : null}
      {purpose === 'speech' ? (
        <TextField
          {...textField('voices', t('form.voicesHint'))}
          multiline
          minRows={2}
          maxRows={8}
          slotProps={{ htmlInput: ltrInputProps }}
          sx={{ '& textarea': { paddingInline: 1.5, fontFamily: 'inherit' } }}
        />
      ) : null}
      <MoreFields purpose={purpose} form={form} />
    </>
  );
}
