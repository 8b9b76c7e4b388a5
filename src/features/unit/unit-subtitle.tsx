import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { availabilityOf } from '#src/ui/unit/availability.ts';
import type { DetailedStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { replacementWord, suggestForm } from './repair/suggest-repair.ts';
import { StatusLine } from './status-line.tsx';
import { UnitOwner } from './unit-owner.tsx';
import { ValidUntil } from './unit-validity.tsx';
import type { UnitView } from './use-unit.ts';

type UnitSubtitleProps = {
  view: UnitView;
  status: DetailedStatus | number;
  statusLine: RefObject<HTMLDivElement | null>;
  pollingPaused: boolean;
  onRefresh: () => void;
  /** Undefined where sources cannot be replaced. */
  onReplaceSource: ((sourceId: number) => void) | undefined;
};

/** Description of a unit, effect of its status on answers, and repair of the failed source. */
export function UnitSubtitle(props: UnitSubtitleProps) {
  const { view, status, statusLine, pollingPaused, onRefresh, onReplaceSource } = props;
  const { t } = useTranslation('repair');
  const { unit, details } = view;
  const failedSource = details?.sources.find(({ id }) => id === details.state.failure?.sourceId);
  return (
    <>
      {unit.description === '' ? null : (
        <WrittenText variant="inherit" text={unit.description} sx={{ textAlign: 'left' }} />
      )}
      {details?.state.owner === undefined ? null : <UnitOwner id={unit.id} owner={details.state.owner} />}
      <ValidUntil validity={details ? availabilityOf(details.state) : undefined} />
      <StatusLine
        ref={statusLine}
        status={status}
        details={details}
        pollingPaused={pollingPaused}
        onRefresh={onRefresh}
        repair={
          onReplaceSource && failedSource
            ? {
                label: t(replacementWord(failedSource, suggestForm(failedSource))),
                onClick: () => onReplaceSource(failedSource.id),
              }
            : undefined
        }
      />
    </>
  );
}
