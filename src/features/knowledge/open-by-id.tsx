import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Notice } from '#src/components/notice.tsx';
import { paths } from '#src/paths.ts';

/** A number as people type it, in either digit system. */
function readId(text: string): number | undefined {
  const western = text.trim().replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
  const id = /^\d{1,15}$/.test(western) ? Number(western) : 0;
  return id > 0 ? id : undefined;
}

/** For a gateway without a list: says so, and opens any unit by its id. */
export function OpenById() {
  const { t } = useTranslation('knowledge');
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const id = useId();
  return (
    <Notice severity="info" title={t('catalogue.title')}>
      <p>{t('catalogue.text')}</p>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const unit = readId(typed);
          setWrong(unit === undefined);
          if (unit !== undefined) void navigate(paths.unit(unit));
        }}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBlockStart: 1 }}
      >
        <Typography component="label" variant="body2" htmlFor={id} sx={{ fontWeight: 600 }}>
          {t('catalogue.id')}
        </Typography>
        <OutlinedInput
          id={id}
          value={typed}
          error={wrong}
          onChange={(event) => setTyped(event.target.value)}
          inputProps={{
            inputMode: 'numeric',
            dir: 'ltr',
            'aria-describedby': wrong ? `${id}-wrong` : undefined,
          }}
          sx={{ width: 140 }}
        />
        <Button type="submit" variant="outlined">
          {t('catalogue.open')}
        </Button>
        {wrong ? (
          <FormHelperText id={`${id}-wrong`} error>
            {t('catalogue.badId')}
          </FormHelperText>
        ) : null}
      </Box>
    </Notice>
  );
}
