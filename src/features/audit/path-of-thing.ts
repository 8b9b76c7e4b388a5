import type { AuditEntry } from '#contract/audit.ts';
import { paths } from '#src/paths.ts';

/** Where a thing is seen; undefined for what has no page. */
export function pathOfThing({ kind, id, name }: AuditEntry['subject']): string | undefined {
  switch (kind) {
    case 'unit':
      return id === '' ? undefined : paths.unit(id);
    case 'synonyms':
      return paths.synonyms(name === '' ? {} : { search: name.split(' = ')[0] ?? '' });
    case 'key':
      return paths.keys();
    case 'bot':
      return paths.bots();
    case 'alert-rules':
    case 'webhook':
      return paths.alerts();
    case 'model':
      return paths.modelServers();
    case 'file':
    case 'backup':
      return undefined;
  }
  return undefined;
}
