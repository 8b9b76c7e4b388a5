import { GatewayFault } from '#gateway/core/errors.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import { checkGroup } from '#gateway/engine/synonyms/check-group.ts';
import { parseGroups, type WrittenGroup } from '#gateway/engine/synonyms/parse-groups.ts';
import type { NewSynonymGroup } from '#gateway/modules/synonyms/model.ts';
import type { Ports } from '#gateway/modules/synonyms/ports/ports.ts';
import type { SynonymMerge } from '#gateway/modules/synonyms/ports/synonyms.ts';
import type { SynonymLimits, WrittenSynonyms } from './manage-synonyms.ts';

/** A line without a valid group, and the reason. */
interface RefusedLine {
  line: number;
  text: string;
  fault: GatewayFault;
}

interface ImportReport extends SynonymMerge {
  format: 'csv' | 'lines';
  refused: RefusedLine[];
}

interface ImportOptions {
  text: string;
  replace: boolean;
  /** True: reports the result without writing it. */
  dryRun: boolean;
  /** Validates a group by the contract's schema; throws a `GatewayFault`. */
  readGroup: (group: WrittenSynonyms) => WrittenSynonyms;
}

/** Lines checked between pauses: some milliseconds. */
const LINES_PER_TURN = 200;

/** Imports many groups at once; invalid lines are left out and reported. */
export async function importSynonyms(
  ports: Pick<Ports, 'synonyms'>,
  botId: number,
  { text, replace, dryRun, readGroup }: ImportOptions,
  { minExpressions: min, maxGroups, maxWords }: SynonymLimits,
): Promise<ImportReport> {
  const { format, groups } = await parseGroups(text);
  const refused: RefusedLine[] = [];
  const valid: NewSynonymGroup[] = [];
  for (const [index, line] of groups.entries()) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await yieldToEventLoop();
    const group = readLine(line);
    if (group instanceof GatewayFault) refused.push({ line: line.line, text: line.text, fault: group });
    else valid.push(group);
  }
  if (valid.length === 0) {
    // A wrong file must not empty the list; emptying it means removing its groups.
    if (replace && !dryRun) throw new GatewayFault('synonyms-too-few', { min }, { field: 'text' });
    return { added: 0, known: 0, removed: 0, format, refused };
  }
  const merged = await ports.synonyms.merge(botId, valid, { limit: maxGroups, replace, dryRun });
  if ('conflict' in merged) throw new GatewayFault('synonyms-full', { max: maxGroups }, { field: 'text' });
  return { ...merged, format, refused };

  function readLine({ expressions, note }: WrittenGroup): NewSynonymGroup | GatewayFault {
    // In an import the separator is wrong, not the field, so the fault names no field.
    if (expressions.length < min) return new GatewayFault('synonyms-too-few', { min });
    try {
      const group = readGroup({ expressions, note });
      const checked = checkGroup(group.expressions, { maxWords });
      return 'code' in checked
        ? new GatewayFault(checked.code, checked.words)
        : { ...group, keys: checked.keys };
    } catch (error) {
      if (error instanceof GatewayFault) return error;
      throw error;
    }
  }
}
