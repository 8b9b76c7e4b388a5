import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';

type MeterTone = 'teal' | 'saffron' | 'brick' | 'leaf';

type MeterProps = {
  /** 0 to 1; values outside are clamped. */
  value: number;
  /** What is measured, for assistive technology. */
  label: string;
  /** The figure in words, for assistive technology. */
  valueText?: string;
  tone?: MeterTone;
  /** A mark on the bar, 0 to 1. */
  tick?: number;
  /** `progress` for something under way, `meter` for a level. */
  kind?: 'meter' | 'progress';
  width?: number | string;
  height?: number;
};

/** A thin bar with an optional tick; grows from the start edge in either direction. */
export function Meter(props: MeterProps) {
  const { value, label, valueText, tone = 'teal', tick, kind = 'meter', width = '100%', height = 4 } = props;
  const share = Math.min(1, Math.max(0, value));
  return (
    <Box sx={{ position: 'relative', width, flexShrink: width === '100%' ? 1 : 0 }}>
      <LinearProgress
        variant="determinate"
        role={kind === 'meter' ? 'meter' : 'progressbar'}
        value={share * 100}
        aria-label={label}
        aria-valuetext={valueText}
        sx={{ height, '& .MuiLinearProgress-bar': { bgcolor: `${tone}.fill` } }}
      />
      {tick === undefined ? null : (
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            insetInlineStart: `${tick * 100}%`,
            top: 0,
            width: 2,
            height,
            bgcolor: 'text.primary',
          }}
        />
      )}
    </Box>
  );
}
