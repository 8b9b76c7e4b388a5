import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import { type ReactNode, useEffect, useRef } from 'react';

type ChipSelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; name: ReactNode; disabled?: boolean; title?: string | undefined }[];
  onChange: (value: Value) => void;
  sx?: SystemStyleObject<Theme>;
};

/** Scrolls the row, and nothing else, until the chip shows: on phones it may lie beyond the edge. */
function showInRow(row: HTMLElement, chip: Element): void {
  const { left, right } = chip.getBoundingClientRect();
  const edges = row.getBoundingClientRect();
  if (left < edges.left) row.scrollLeft -= edges.left - left;
  if (right > edges.right) row.scrollLeft += right - edges.right;
}

/** A few options as chips; the chosen one is pressed. */
export function ChipSelect<Value extends string>(props: ChipSelectProps<Value>) {
  const { label, value, options, onChange, sx = { flexWrap: 'wrap' } } = props;
  const row = useRef<HTMLElement>(null);
  const shown = useRef({ value: undefined as Value | undefined, width: 0 });
  useEffect(() => {
    const chip = row.current?.querySelector('[aria-pressed=true]');
    if (!row.current || !chip) return;
    // Counts that arrive later make the row wider.
    const { scrollWidth: width } = row.current;
    if (shown.current.value === value && shown.current.width === width) return;
    shown.current = { value, width };
    showInRow(row.current, chip);
  });
  return (
    <Box ref={row} role="group" aria-label={label} sx={[{ display: 'flex', gap: 1 }, sx]}>
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
