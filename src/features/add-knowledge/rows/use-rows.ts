import type { FieldErrors } from 'react-hook-form';
import { titleKey } from '#common/title-key.ts';
import type { Capabilities } from '#contract/capabilities.ts';
import { UNIT_LIMITS } from '#contract/limits.ts';
import type { DryReading } from '#contract/readings.ts';
import type { KnownMatch } from '#src/api/client/known.ts';
import { PaymentRequired } from '#src/api/transport/gateway-errors.ts';
import {
  EMPTY_TEXTS,
  type FormValues,
  groupItems,
  type IntakeState,
  type UnitDraft,
  type UnitTexts,
} from '#src/features/add-knowledge/intake/intake-types.ts';
import { canRetry } from '#src/ui/fault/describe-error.ts';
import { groupStatus, type RowStatus } from './row-status.tsx';
import { type DryReadingOf, isUnreadable } from './use-dry-readings.ts';
import { useKnown } from './use-known.ts';

/** A quota may have been raised since; what a request says stays the same. */
const isLasting = (error: unknown) => !canRetry(error) && !(error instanceof PaymentRequired);

export type UnitDraftRow = {
  group: UnitDraft & UnitTexts;
  status: RowStatus;
  issue: string | undefined;
  /** The unit that has the title already. */
  conflictingUnitId: number | undefined;
  /** Where the bot has it, as far as the gateway says. */
  match: KnownMatch | undefined;
  /** What was read of its only item. */
  dry: DryReading | undefined;
  /** The gateway refused the content itself, so a repetition of the same request is refused too. */
  isLasting: boolean;
};

function textsOf(values: FormValues, group: UnitDraft): UnitTexts {
  return (
    (group.key === `all-${group.kind}` ? values.all[group.kind] : values.items[group.key]) ?? EMPTY_TEXTS
  );
}

type TextErrors = {
  title?: { message?: string | undefined } | undefined;
  description?: { message?: string | undefined } | undefined;
};

function errorsOf(errors: FieldErrors<FormValues>, group: UnitDraft): TextErrors {
  const groupErrors =
    group.key === `all-${group.kind}` ? errors.all?.[group.kind] : errors.items?.[group.key];
  return groupErrors ?? {};
}

/** All units drafted on the page, with their status. */
export function useRows(
  state: IntakeState,
  values: FormValues,
  errors: FieldErrors<FormValues>,
  capabilities: Capabilities | null | undefined,
  readingOf: DryReadingOf,
): {
  rows: UnitDraftRow[];
  maxSources: number;
  takenKeys: ReadonlySet<string>;
  takenTitles: ReadonlyMap<string, number>;
} {
  const groups = groupItems(state.items, state.grouping).map((group) => ({
    ...group,
    ...textsOf(values, group),
  }));
  const { takenTitles, matchOf } = useKnown(groups, capabilities, readingOf);
  const titleCounts = new Map<string, number>();
  for (const { title } of groups)
    titleCounts.set(titleKey(title), (titleCounts.get(titleKey(title)) ?? 0) + 1);
  const maxSources = capabilities?.limits.maxSources ?? UNIT_LIMITS.sources;

  const rows = groups.map((group): UnitDraftRow => {
    const textErrors = errorsOf(errors, group);
    const key = titleKey(group.title);
    const registration = state.registrations[group.key];
    const conflictingUnitId = takenTitles.get(key);
    const empty = key === '';
    const match = matchOf(group);
    const [only] = group.items;
    const isUnread = group.items.every((item) => item.insists !== true && isUnreadable(readingOf(item)));
    const isKept = group.items.every(({ keeps }) => keeps === true);
    const status = groupStatus(
      group,
      {
        titleInvalid: textErrors.title !== undefined || empty,
        descriptionInvalid: textErrors.description !== undefined,
        taken: conflictingUnitId !== undefined,
        known: match !== undefined && match.by !== 'title' && !match.unit.inBin && !isKept,
        unreadable: isUnread,
        repeated: (titleCounts.get(key) ?? 0) > 1,
      },
      registration,
      maxSources,
    );
    return {
      group,
      status,
      issue: textErrors.title?.message ?? textErrors.description?.message,
      conflictingUnitId,
      match,
      dry: only && group.items.length === 1 ? readingOf(only) : undefined,
      isLasting: registration?.step === 'failed' && isLasting(registration.error),
    };
  });
  return {
    rows,
    maxSources,
    takenTitles,
    takenKeys: new Set([...takenTitles.keys(), ...titleCounts.keys()]),
  };
}
