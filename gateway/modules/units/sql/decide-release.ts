import type { PublishingRule } from '#contract/bots.ts';
import { readBotSettings } from '#gateway/modules/access/sql/bot-rows.ts';
import type { DraftRelease, IndexPayload } from '#gateway/modules/units/model.ts';
import type { VersionRow } from '#gateway/modules/units/tables.ts';
import type { Queries } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';

/**
 * What a new text waits for; null where it goes live at once. Every change of a unit that has a draft goes into that. Edits
 * that lost their place wait for a person. An upgrade changes nothing that a person would want to see.
 */
export async function decideRelease(
  trx: Queries,
  { hasTests }: Pick<SqlExtensions, 'hasTests'>,
  botId: number,
  change: Pick<IndexPayload, 'cause' | 'asDraft'> & {
    isOwn: boolean;
    draft: VersionRow | undefined;
    hasConflict: boolean;
  },
): Promise<DraftRelease | null> {
  const { cause, asDraft = false, isOwn, draft, hasConflict } = change;
  if (hasConflict || asDraft || draft?.release === 'person') return 'person';
  if (cause === 'updated') return null;
  const settings = await readBotSettings(trx, botId);
  const rule: PublishingRule = settings[isOwn ? 'ownChanges' : 'personChanges'];
  if (rule === 'by-person') return 'person';
  const isProven = rule === 'unless-test-breaks' || draft !== undefined;
  return isProven && (await hasTests(trx, botId)) ? 'proof' : null;
}
