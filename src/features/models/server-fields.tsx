import Autocomplete from '@mui/material/Autocomplete';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { MODEL_LIMITS } from '#contract/limits.ts';
import type { ModelPurpose } from '#contract/models.ts';
import { MoreFields } from './more-fields.tsx';
import type { ServerForm } from './use-server-form.ts';

type ServerFieldsProps = {
  purpose: ModelPurpose;
  form: ServerForm;
  /** Whether a key is saved, which is never shown again. */
  hasKey: boolean;
  /** Names that the server itself gave in a test. */
  offered: readonly string[];
};

/** Address, key and model of a server, and what few need to change. */
export function ServerFields({ purpose, form, hasKey, offered }: ServerFieldsProps) {
  const { t } = useTranslation('models');
  const { values, problems, set } = form;
  const ltr = { dir: 'ltr' as const, spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' };
  return (
    <>
      <TextField
        label={t('form.url')}
        size="small"
        autoFocus
        value={values.url}
        error={problems.url !== undefined}
        helperText={problems.url ?? t('form.urlHint')}
        onChange={(event) => set('url', event.target.value)}
        slotProps={{ htmlInput: { ...ltr, inputMode: 'url', maxLength: MODEL_LIMITS.url } }}
      />
      <div>
        <TextField
          label={t('form.key')}
          size="small"
          type="password"
          fullWidth
          disabled={values.dropKey}
          value={values.dropKey ? '' : values.key}
          error={problems.key !== undefined}
          helperText={problems.key ?? t(hasKey ? 'form.keyKept' : 'form.keyHint')}
          onChange={(event) => set('key', event.target.value)}
          slotProps={{ htmlInput: { ...ltr, autoComplete: 'new-password', maxLength: MODEL_LIMITS.key } }}
        />
        {hasKey ? (
          <FormControlLabel
            control={<Checkbox checked={values.dropKey} onChange={(_, wanted) => set('dropKey', wanted)} />}
            label={t('form.dropKey')}
          />
        ) : null}
      </div>
      <Autocomplete
        freeSolo
        options={offered}
        inputValue={values.model}
        onInputChange={(_, text) => set('model', text)}
        renderInput={(params) => (
          <TextField
            {...params}
            label={t('form.model')}
            size="small"
            error={problems.model !== undefined}
            helperText={problems.model ?? t(`form.modelHint.${purpose}`)}
          />
        )}
      />
      {purpose === 'transcription' ? (
        <TextField
          label={t('form.modelV2')}
          size="small"
          value={values.modelV2}
          error={problems.modelV2 !== undefined}
          helperText={problems.modelV2 ?? t('form.modelV2Hint')}
          onChange={(event) => set('modelV2', event.target.value)}
          slotProps={{ htmlInput: { ...ltr, maxLength: MODEL_LIMITS.model } }}
        />
      ) : null}
      {purpose === 'speech' ? (
        <TextField
          label={t('form.voices')}
          size="small"
          multiline
          minRows={2}
          maxRows={8}
          value={values.voices}
          error={problems.voices !== undefined}
          helperText={problems.voices ?? t('form.voicesHint')}
          onChange={(event) => set('voices', event.target.value)}
          slotProps={{ htmlInput: ltr }}
          sx={{ '& textarea': { paddingInline: 1.5, fontFamily: 'inherit' } }}
        />
      ) : null}
      <MoreFields purpose={purpose} form={form} />
    </>
  );
}
