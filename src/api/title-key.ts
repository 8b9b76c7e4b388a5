const INVISIBLE = /[\u00ad\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** The form in which titles are compared (a title is an index name): as `docs/interface-gaps.md` says. */
export function titleKey(title: string): string {
  return title.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim().normalize('NFC');
}
