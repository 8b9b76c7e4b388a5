import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';

type ChipChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; name: string; disabled?: boolean; title?: string | undefined }[];
  onChange: (value: Value) => void;
};

/** A few words of which one holds, as chips; the chosen one is pressed. */
export function ChipChoice<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: ChipChoiceProps<Value>) {
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {choices.map((choice) => {
        const chosen = choice.value === value;
        return (
          <Chip
            key={choice.value}
            variant="outlined"
            clickable
            component="button"
            type="button"
            label={choice.name}
            title={choice.title}
            disabled={choice.disabled === true}
            aria-pressed={chosen}
            onClick={() => onChange(choice.value)}
            sx={[
              { height: { xs: 32, md: 28 }, borderRadius: '16px', bgcolor: 'background.default' },
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
