import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//iu.test(text) && URL.canParse(text);
}

/** The address of a sound that the gateway fetches. */
export function AudioUrlField({
  disabled,
  onAddress,
}: {
  disabled: boolean;
  onAddress: (address: string) => void;
}) {
  const { t } = useTranslation('voice');
  const [typed, setTyped] = useState('');
  const [invalid, setInvalid] = useState(false);
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const address = typed.trim();
        setInvalid(!isHttpUrl(address));
        if (isHttpUrl(address)) onAddress(address);
      }}
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, flex: '1 1 280px', minWidth: 0 }}
    >
      <TextField
        size="small"
        fullWidth
        type="url"
        label={t('caller.address')}
        value={typed}
        error={invalid}
        helperText={invalid ? t('caller.badAddress') : undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          setInvalid(false);
        }}
        slotProps={{ htmlInput: { dir: 'ltr' } }}
      />
      <Button
        type="submit"
        variant="outlined"
        disabled={disabled || typed.trim() === ''}
        sx={{ flexShrink: 0 }}
      >
        {t('caller.useAddress')}
      </Button>
    </Box>
  );
}
