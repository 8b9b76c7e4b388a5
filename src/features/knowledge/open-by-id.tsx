import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useGateway } from '#src/api/hooks/gateway-context.tsx';
import { paths } from '#src/paths.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { parseUnitId } from '#src/ui/unit/parse-number.ts';

function UnitIdForm() {
  const { t } = useTranslation('knowledge');
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [invalid, setInvalid] = useState(false);
  const id = useId();
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const unit = parseUnitId(typed);
        setInvalid(unit === undefined);
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
        error={invalid}
        onChange={(event) => setTyped(event.target.value)}
        inputProps={{
          inputMode: 'numeric',
          dir: 'ltr',
          'aria-describedby': invalid ? `${id}-wrong` : undefined,
        }}
        sx={{ width: 140 }}
      />
      <Button type="submit" variant="outlined">
        {t('catalogue.open')}
      </Button>
      {invalid ? (
        <FormHelperText id={`${id}-wrong`} error>
          {t('catalogue.badId')}
        </FormHelperText>
      ) : null}
    </Box>
  );
}

/** For a gateway without a list of units: opens a unit by its id, and asks for a list again. */
export function OpenById({ onCheck }: { onCheck: () => Promise<unknown> }) {
  const { t } = useTranslation('knowledge');
  const gateway = useGateway();
  const [check, setCheck] = useState<'running' | 'done'>();
  const checkAgain = async () => {
    setCheck('running');
    gateway.forgetAbsent();
    await onCheck();
    setCheck('done');
  };
  return (
    <Notice
      severity="info"
      title={t('catalogue.title')}
      action={
        <BusyButton
          variant="outlined"
          size="small"
          busy={check === 'running'}
          onClick={() => void checkAgain()}
        >
          {t('catalogue.check')}
        </BusyButton>
      }
    >
      <p>{t('catalogue.text')}</p>
      <UnitIdForm />
      {check === 'done' ? <SmallText>{t('catalogue.stillNone')}</SmallText> : null}
    </Notice>
  );
}
