import { useTranslation } from 'react-i18next';
import type { UsageHistory } from '#contract/usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { FiguresTable } from './figures-table.tsx';
import { useSlotName } from './use-slot-name.ts';
import type { Step } from './use-view.ts';

type SlotsTableProps = {
  history: UsageHistory;
  series: readonly { id: string; name: string; amounts: readonly number[] }[];
  step: Step;
  label: string;
};

/** All that the chart draws, newest first. */
export function SlotsTable({ history, series, step, label }: SlotsTableProps) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const nameSlot = useSlotName();
  const rows = history.slots
    .map((slot, index) => ({
      key: slot,
      cells: {
        when: nameSlot(slot, 'long'),
        ...Object.fromEntries(
          series.map(({ id, amounts }) => [`s${id}`, formats.number(amounts[index] ?? 0)]),
        ),
        total: formats.number(series.reduce((sum, { amounts }) => sum + (amounts[index] ?? 0), 0)),
      },
    }))
    .reverse();
  return (
    <FiguresTable
      label={label}
      maxHeight={360}
      columns={[
        { key: 'when', name: t(`use.when.${step}`) },
        ...series.map(({ id, name }) => ({ key: `s${id}`, name, numeric: true })),
        { key: 'total', name: t('use.total'), numeric: true },
      ]}
      rows={rows}
    />
  );
}
