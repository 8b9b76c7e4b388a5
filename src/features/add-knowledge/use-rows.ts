import type { FieldErrors } from 'react-hook-form';
import { UNIT_LIMITS } from '#contract/limits.ts';
import type { Capabilities } from '#contract/capabilities.ts';
import type { FormValues, Group, IntakeState, Texts } from './intake-types.ts';
import { groupsOf } from './intake-types.ts';
import type { Standing } from './standing.ts';
import { standingOfGroup } from './standing.ts';
import { titleKey } from '#src/api/title-key.ts';
import { useTakenTitles } from './use-taken-titles.ts';

export type Row = {
  group: Group & Texts;
  standing: Standing;
  issue: string | undefined;
  /** The unit that has the title already. */
  takenBy: number | undefined;
};

const noWords: Texts = { title: '', description: '' };

export function textsOf(values: FormValues, group: Group): Texts {
  return (group.key === `all-${group.kind}` ? values.all[group.kind] : values.items[group.key]) ?? noWords;
}

type Wrong = {
  title?: { message?: string | undefined } | undefined;
  description?: { message?: string | undefined } | undefined;
};

function errorsOf(errors: FieldErrors<FormValues>, group: Group): Wrong {
  const found = group.key === `all-${group.kind}` ? errors.all?.[group.kind] : errors.items?.[group.key];
  return found ?? {};
}

/** Every unit that the list would make, with where it stands. */
export function useRows(
  state: IntakeState,
  values: FormValues,
  errors: FieldErrors<FormValues>,
  capabilities: Capabilities | null | undefined,
): { rows: Row[]; maxSources: number; takenKeys: ReadonlySet<string> } {
  const groups = groupsOf(state.items, state.grouping).map((group) => ({
    ...group,
    ...textsOf(values, group),
  }));
  const taken = useTakenTitles(groups.map((group) => group.title));
  const count = new Map<string, number>();
  for (const { title } of groups) count.set(titleKey(title), (count.get(titleKey(title)) ?? 0) + 1);
  const maxSources = capabilities?.limits.maxSources ?? UNIT_LIMITS.sources;

  const rows = groups.map((group): Row => {
    const wrong = errorsOf(errors, group);
    const key = titleKey(group.title);
    const takenBy = taken.get(key);
    const empty = key === '';
    const standing = standingOfGroup(
      group,
      {
        titleWrong: wrong.title !== undefined || empty,
        descriptionWrong: wrong.description !== undefined,
        taken: takenBy !== undefined,
        repeated: (count.get(key) ?? 0) > 1,
      },
      state.registrations[group.key],
      maxSources,
    );
    return { group, standing, issue: wrong.title?.message ?? wrong.description?.message, takenBy };
  });
  return { rows, maxSources, takenKeys: new Set([...taken.keys(), ...count.keys()]) };
}
