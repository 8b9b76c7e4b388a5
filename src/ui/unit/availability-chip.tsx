import EyeOff from 'virtual:lucide/eye-off';
import Chip from '@mui/material/Chip';
import type { UnitAvailability } from '#contract/unit-states.ts';
import { useAvailabilityText } from './availability.ts';

/** Why a unit is in no answer; nothing of a unit that is in answers, or over a gateway that does not say. */
export function AvailabilityChip({ validity }: { validity: UnitAvailability | undefined }) {
  const label = useAvailabilityText()(validity);
  if (label === undefined) return null;
  return (
    <Chip
      size="small"
      icon={<EyeOff size={14} aria-hidden />}
      label={label}
      sx={{
        justifySelf: 'start',
        minWidth: 0,
        maxWidth: '100%',
        bgcolor: 'saffron.wash',
        color: 'saffron.ink',
        '& .lucide': { color: 'inherit !important' },
      }}
    />
  );
}
