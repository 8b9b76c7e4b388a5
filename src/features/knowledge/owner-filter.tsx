import { useTranslation } from 'react-i18next';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { FilterSelect } from '#src/ui/filter-select.tsx';
import { usePeople } from '#src/ui/people/use-people.ts';

type OwnerFilterProps = { value: string | undefined; onChange: (owner: string | undefined) => void };

/** Whose units are shown; absent where nobody can own units. */
export function OwnerFilter({ value, onChange }: OwnerFilterProps) {
  const { t } = useTranslation('terms');
  const isPerson = useSession().data?.person != null;
  const people = usePeople().filter(({ current }) => !current);
  if (people.length === 0 && !isPerson) return null;
  const words = ['mine', 'nobody'] as const;
  const wordOf = (owner: string) => words.find((word) => word === owner);
  return (
    <FilterSelect
      label={t('owner.label')}
      anyLabel={t('owner.any')}
      value={value}
      options={[...words.slice(isPerson ? 0 : 1), ...people.map(({ id }) => id)]}
      labelOf={(owner) => {
        const word = wordOf(owner);
        return word ? t(`owner.${word}`) : (people.find(({ id }) => id === owner)?.name ?? owner);
      }}
      onChange={onChange}
    />
  );
}
