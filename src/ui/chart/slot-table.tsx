import { useFormats } from '#src/i18n/locale.tsx';
import { DataTable } from '#src/ui/data-table.tsx';

type SlotTableProps = {
  label: string;
  slots: readonly string[];
  slotLabel: (slot: string, length: 'long') => string;
  series: readonly { id: string; name: string; amounts: readonly number[] }[];
  /** Heads of the first and the last column. */
  when: string;
  total: string;
};

/** The figures of a chart by slot, newest first. */
export function SlotTable({ label, slots, slotLabel, series, when, total }: SlotTableProps) {
  const formats = useFormats();
  return (
    <DataTable
      label={label}
      maxHeight={360}
      items={slots.map((slot, index) => ({ slot, index })).toReversed()}
      keyOf={({ slot }) => slot}
      columns={[
        { key: 'when', name: when, renderCell: ({ slot }) => slotLabel(slot, 'long') },
        ...series.map(({ id, name, amounts }) => ({
          key: `s${id}`,
          name,
          numeric: true,
          renderCell: ({ index }: { index: number }) => formats.number(amounts[index] ?? 0),
        })),
        {
          key: 'total',
          name: total,
          numeric: true,
          renderCell: ({ index }) =>
            formats.number(series.reduce((sum, { amounts }) => sum + (amounts[index] ?? 0), 0)),
        },
      ]}
    />
  );
}
