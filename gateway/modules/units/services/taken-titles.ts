import { titleKey } from '#common/title-key.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

/** The titles that units have now, with the unit of each. A former title still leads to its unit, and is free. */
export async function takenTitles(
  { units }: Pick<Ports, 'units'>,
  botId: number,
  titles: readonly string[],
): Promise<{ title: string; id: number }[]> {
  const keyed = titles.map((title) => ({ title, key: titleKey(title) }));
  const holders = await units.byTitleKeys(
    botId,
    keyed.map(({ key }) => key),
  );
  return keyed.flatMap(({ title, key }) => {
    const holder = holders.get(key);
    return holder !== undefined && titleKey(holder.title) === key ? [{ title, id: holder.id }] : [];
  });
}
