import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { ChipSelect } from '#src/ui/chip-select.tsx';
import {
  type countByShownStatus,
  SHOWN_STATUSES,
  type ShownStatus,
} from '#src/ui/unit/resolve-unit-status.ts';

type Choice = ShownStatus | 'all' | 'bin' | 'unavailable';

type StatusFilterProps = {
  value: ShownStatus | undefined;
  /** Statuses with a number on this gateway. */
  available: ReadonlySet<ShownStatus>;
  /** Counts by status, where the gateway gives them. */
  counts: ReturnType<typeof countByShownStatus> | undefined;
  /** How many units lie in the bin, where there is one. */
  bin: { count: number | undefined } | undefined;
  isBin: boolean;
  /** Units in no answer, where there are some or they are shown. */
  unavailable: { count: number | undefined } | undefined;
  isUnavailable: boolean;
  onChange: (filter: { status: ShownStatus | undefined; isBin: boolean; isUnavailable: boolean }) => void;
};

/** One chip a status, one for all and one for the bin; on phones the row scrolls. */
export function StatusFilter(props: StatusFilterProps) {
  const { value, available, counts, bin, isBin, unavailable, isUnavailable, onChange } = props;
  const { t } = useTranslation(['knowledge', 'statuses', 'bin', 'terms']);
  const formats = useFormats();
  if (available.size === 0) return null;
  const option = <Value extends Choice>(word: Value, name: string, count: number | undefined) => ({
    value: word,
    name: (
      <>
        {name}
        {count === undefined ? null : (
          <Box component="span" sx={{ marginInlineStart: 1, fontVariantNumeric: 'tabular-nums' }}>
            {formats.number(count)}
          </Box>
        )}
      </>
    ),
  });
  return (
    <ChipSelect<Choice>
      label={t('statusFilter')}
      value={isBin ? 'bin' : isUnavailable ? 'unavailable' : (value ?? 'all')}
      options={[
        option('all', t('all'), counts && SHOWN_STATUSES.reduce((sum, word) => sum + (counts[word] ?? 0), 0)),
        ...SHOWN_STATUSES.filter((word) => available.has(word)).map((word) =>
          option(word, t(`statuses:${word}`), counts?.[word]),
        ),
        ...(unavailable === undefined
          ? []
          : [option('unavailable', t('terms:availability.none'), unavailable.count)]),
        ...(bin === undefined ? [] : [option('bin', t('bin:title'), bin.count)]),
      ]}
      onChange={(word) =>
        onChange({
          status: SHOWN_STATUSES.find((status) => status === word),
          isBin: word === 'bin',
          isUnavailable: word === 'unavailable',
        })
      }
      sx={{
        overflowX: 'auto',
        marginInline: { xs: -2, md: 0 },
        paddingInline: { xs: 2, md: 0 },
        paddingBlock: '3px',
        scrollbarWidth: 'none',
      }}
    />
  );
}
