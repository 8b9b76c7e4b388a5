import { GatewayFault } from '#gateway/errors.ts';
import type { NewSynonymGroup } from '#gateway/model.ts';
import type { Ports, SynonymMerge } from '#gateway/ports.ts';
import { checkGroup } from '#gateway/text/synonyms/check-group.ts';
import { parseGroups, type WrittenGroup } from '#gateway/text/synonyms/parse-groups.ts';
import type { SynonymBounds, WrittenSynonyms } from './synonyms.ts';

/** A line that made no group, and why. */
export interface RefusedLine {
  line: number;
  text: string;
  fault: GatewayFault;
}

export interface ImportReport extends SynonymMerge {
  format: 'csv' | 'lines';
  refused: RefusedLine[];
}

interface ImportOrder {
  text: string;
  replace: boolean;
  /** True: says what it would do, and does nothing. */
  check: boolean;
  /** The contract's view of one group: throws a `GatewayFault` where it is not right. */
  readGroup: (group: WrittenSynonyms) => WrittenSynonyms;
}

/** Many groups at once; lines that are not right are left out and told of. */
export async function importSynonyms(
  ports: Ports,
  botId: number,
  { text, replace, check, readGroup }: ImportOrder,
  { leastExpressions: least, mostGroups, mostWords }: SynonymBounds,
): Promise<ImportReport> {
  const { format, groups } = await parseGroups(text);
  const refused: RefusedLine[] = [];
  const right: NewSynonymGroup[] = [];
  for (const written of groups) {
    const read = readLine(written);
    if (read instanceof GatewayFault) refused.push({ line: written.line, text: written.text, fault: read });
    else right.push(read);
  }
  if (right.length === 0) {
    // A wrong file must not empty the list; whoever wants it empty removes the groups.
    if (replace && !check) throw new GatewayFault('synonyms-few', { least }, { field: 'text' });
    return { added: 0, known: 0, removed: 0, format, refused };
  }
  const merged = await ports.synonyms.merge(botId, right, { most: mostGroups, replace, check });
  if ('conflict' in merged) throw new GatewayFault('synonyms-full', { most: mostGroups }, { field: 'text' });
  return { ...merged, format, refused };

  function readLine({ expressions, note }: WrittenGroup): NewSynonymGroup | GatewayFault {
    // In a text it is the parting that is wrong.
    if (expressions.length < least) return new GatewayFault('synonyms-few', { least });
    try {
      const group = readGroup({ expressions, note });
      const checked = checkGroup(group.expressions, { mostWords });
      return 'code' in checked
        ? new GatewayFault(checked.code, checked.words)
        : { ...group, keys: checked.keys };
    } catch (error) {
      if (error instanceof GatewayFault) return error;
      throw error;
    }
  }
}
