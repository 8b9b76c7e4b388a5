import { useTranslation } from 'react-i18next';
import { REPORT_REASONS, type ReportReason } from '#contract/reports.ts';
import { ChipSelect } from '#src/ui/chip-select.tsx';

type ReasonChoiceProps = {
  value: ReportReason | undefined;
  busy: boolean;
  onChoose: (reason: ReportReason) => void;
};

/** Why an answer is wrong, in one click. */
export function ReasonChoice({ value, busy, onChoose }: ReasonChoiceProps) {
  const { t } = useTranslation('judging');
  return (
    <ChipSelect<ReportReason | ''>
      label={t('report.why')}
      value={value ?? ''}
      options={REPORT_REASONS.map((reason) => ({
        value: reason,
        name: t(`report.reason.${reason}`),
      }))}
      // A disabled button would lose the focus.
      onChange={(reason) => reason !== '' && !busy && onChoose(reason)}
    />
  );
}
