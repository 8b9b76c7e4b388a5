import { useQueries } from '@tanstack/react-query';
import type { FieldErrors } from 'react-hook-form';
import { titleKey } from '#common/title-key.ts';
import type { Capabilities } from '#contract/capabilities.ts';
import { UNIT_LIMITS } from '#contract/limits.ts';
import { fetchUnits } from '#src/api/client/units.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import {
  EMPTY_TEXTS,
  type FormValues,
  groupItems,
  type IntakeState,
  type UnitDraft,
  type UnitTexts,
} from '#src/features/add-knowledge/intake/intake-types.ts';
import { useDebouncedValue } from '#src/ui/use-debounced-value.ts';
import { groupStatus, type RowStatus } from './row-status.tsx';

const DEBOUNCE_MS = 400;
/** Titles beyond this number are checked by the gateway at registration only. */
const MAX_TITLES = 60;

/** Ids of this bot's units that have one of the titles, by title key; empty where units cannot be listed. */
function useTakenTitles(titles: readonly string[]): ReadonlyMap<string, number> {
  const gateway = useGateway();
  const { id } = useConnection();
  const keys = [...new Set(titles.map(titleKey))].filter((key) => key !== '').slice(0, MAX_TITLES);
  const debouncedKeys = useDebouncedValue(JSON.stringify(keys), DEBOUNCE_MS);
  return useQueries({
    queries: (JSON.parse(debouncedKeys) as string[]).map((key) => ({
      queryKey: ['units', id, 'title', key],
      queryFn: async () => {
        const list = await fetchUnits(gateway, {
          search: key.slice(0, 200),
          offset: 0,
          limit: 100,
          sort: 'title',
        });
        return list?.items.find((unit) => titleKey(unit.title) === key)?.id ?? null;
      },
      staleTime: 15_000,
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) => {
          const key = (JSON.parse(debouncedKeys) as string[])[index];
          return key === undefined || data === null || data === undefined ? [] : [[key, data] as const];
        }),
      ),
  });
}

export type UnitDraftRow = {
  group: UnitDraft & UnitTexts;
  status: RowStatus;
  issue: string | undefined;
  /** The unit that has the title already. */
  conflictingUnitId: number | undefined;
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
): { rows: UnitDraftRow[]; maxSources: number; takenKeys: ReadonlySet<string> } {
  const groups = groupItems(state.items, state.grouping).map((group) => ({
    ...group,
    ...textsOf(values, group),
  }));
  const takenTitles = useTakenTitles(groups.map((group) => group.title));
  const titleCounts = new Map<string, number>();
  for (const { title } of groups)
    titleCounts.set(titleKey(title), (titleCounts.get(titleKey(title)) ?? 0) + 1);
  const maxSources = capabilities?.limits.maxSources ?? UNIT_LIMITS.sources;

  const rows = groups.map((group): UnitDraftRow => {
    const textErrors = errorsOf(errors, group);
    const key = titleKey(group.title);
    const conflictingUnitId = takenTitles.get(key);
    const empty = key === '';
    const status = groupStatus(
      group,
      {
        titleInvalid: textErrors.title !== undefined || empty,
        descriptionInvalid: textErrors.description !== undefined,
        taken: conflictingUnitId !== undefined,
        repeated: (titleCounts.get(key) ?? 0) > 1,
      },
      state.registrations[group.key],
      maxSources,
    );
    return {
      group,
      status,
      issue: textErrors.title?.message ?? textErrors.description?.message,
      conflictingUnitId,
    };
  });
  return { rows, maxSources, takenKeys: new Set([...takenTitles.keys(), ...titleCounts.keys()]) };
}
