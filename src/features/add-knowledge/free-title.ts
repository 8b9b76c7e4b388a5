import { titleKey } from '#src/api/title-key.ts';

/** The title with a number after it that none of the taken keys has. */
export function freeTitle(title: string, taken: ReadonlySet<string>): string {
  if (!taken.has(titleKey(title))) return title;
  const stem = title.replace(/\s+\d{1,3}$/u, '');
  for (let number = 2; ; number += 1) {
    const candidate = `${stem} ${number}`;
    if (!taken.has(titleKey(candidate))) return candidate;
  }
}
