import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { readAddresses } from './read-addresses.ts';

type AddressBoxProps = {
  value: string;
  /** Addresses that the list has already. */
  present: readonly string[];
  onChange: (text: string) => void;
  onAdd: (urls: readonly string[]) => void;
};

const SHOWN = 3;

/** Addresses, one a line, judged while they are typed. What is wrong stays in the box with its reason. */
export function AddressBox({ value, present, onChange, onAdd }: AddressBoxProps) {
  const { t } = useTranslation('add');
  const hintId = useId();
  const lines = readAddresses(value, present);
  const urls = lines.flatMap((line) => line.url ?? []);
  const wrong = lines.filter((line) => line.problem !== undefined);
  const add = () => {
    onAdd(urls);
    onChange(wrong.map((line) => line.text).join('\n'));
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (urls.length > 0) add();
      }}
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, marginBlockStart: 1.5 }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TextField
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            const single = !value.trim().includes('\n');
            if (event.key === 'Enter' && !event.shiftKey && single && wrong.length === 0 && urls.length > 0) {
              event.preventDefault();
              add();
            }
          }}
          placeholder={t('addresses.placeholder')}
          error={wrong.length > 0}
          multiline
          maxRows={8}
          fullWidth
          size="small"
          slotProps={{
            htmlInput: {
              dir: 'ltr',
              spellCheck: false,
              'aria-label': t('addresses.label'),
              'aria-describedby': hintId,
            },
          }}
          sx={{
            '& textarea': {
              typography: 'mono',
              paddingBlock: 0,
              paddingInline: 1.5,
              lineHeight: '24px !important',
            },
          }}
        />
        <Typography
          id={hintId}
          component="div"
          variant="caption"
          role={wrong.length > 0 ? 'status' : undefined}
          sx={{ color: wrong.length > 0 ? 'brick.ink' : 'text.tertiary', marginBlockStart: 0.5 }}
        >
          {wrong.length === 0
            ? t('addresses.hint')
            : wrong.slice(0, SHOWN).map((line) => (
                <div key={line.number}>
                  {t('addresses.line', {
                    number: line.number,
                    problem: t(`addresses.problems.${line.problem}`),
                  })}
                </div>
              ))}
        </Typography>
      </Box>
      <Button type="submit" variant="outlined" disabled={urls.length === 0}>
        {urls.length === 0 ? t('addresses.addNone') : t('addresses.add', { count: urls.length })}
      </Button>
    </Box>
  );
}
