import { listPersons } from '#contract/operations/persons.ts';
import type { Person } from '#contract/persons.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';

/** The people of the bot, by name; none where the gateway knows no people. */
export function usePeople(): readonly Person[] {
  return useRead(listPersons, undefined, { enabled: useCanUse(listPersons) }).data?.items ?? [];
}
