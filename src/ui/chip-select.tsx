import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

type ChipSelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; name: ReactNode; disabled?: boolean; title?: string | undefined }[];
  onChange: (value: Value) => void;
  sx?: SystemStyleObject<Theme>;
};

/** A few options as chips; the chosen one is pressed. */
export function ChipSelect<Value extends string>(props: ChipSelectProps<Value>) {
  const { label, value, options, onChange, sx = { flexWrap: 'wrap' } } = props;
  return (
    <Box role="group" aria-label={label} sx={[{ display: 'flex', gap: 1 }, sx]}>
      {options.map((option) => {
        const chosen = option.value === value;
        return (
          <Chip
            key={option.value}
            variant="outlined"
            clickable
            component="button"
            type="button"
            label={option.name}
            title={option.title}
            disabled={option.disabled === true}
            aria-pressed={chosen}
            onClick={() => onChange(option.value)}
            sx={[
              {
                height: { xs: 32, md: 28 },
                borderRadius: '16px',
                flexShrink: 0,
                bgcolor: 'background.default',
              },
              chosen && {
                fontWeight: 600,
                color: 'teal.ink',
                bgcolor: 'teal.wash',
                borderColor: 'teal.fill',
                '&:hover': { bgcolor: 'teal.wash' },
              },
            ]}
          />
        );
      })}
    </Box>
  );
}
