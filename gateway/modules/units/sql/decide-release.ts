import type { PublishingRule } from '#contract/bots.ts';
import type { Reason } from '#gateway/core/reason.ts';
import { readBotSettings } from '#gateway/modules/access/sql/bot-rows.ts';
import type { DraftRelease, IndexPayload } from '#gateway/modules/units/model.ts';
import type { VersionRow } from '#gateway/modules/units/tables.ts';
import type { Queries } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';

/** `held`: why a person has to decide. */
interface Release {
  release: DraftRelease | null;
  held?: Reason;
}

/**
 * What a new text waits for; null where it goes live at once. Every change of a unit that has a draft goes into that, and
 * leaves its moment: its tests are asked before. Edits that lost their place wait for a person. An upgrade changes nothing
 * that a person would want to see.
 */
export async function decideRelease(
  trx: Queries,
  { hasTests }: Pick<SqlExtensions, 'hasTests'>,
  botId: number,
  change: Pick<IndexPayload, 'cause' | 'asDraft'> & {
    isOwn: boolean;
    draft: VersionRow | undefined;
    isScheduled: boolean;
    /** Edits that lost their place. */
    conflicts: number;
  },
): Promise<Release> {
  const { cause, asDraft = false, isOwn, draft, isScheduled, conflicts } = change;
  if (conflicts > 0)
    return { release: 'person', held: { code: 'edit-conflict', parameters: { edits: conflicts } } };
  const settings = await readBotSettings(trx, botId);
  const rule: PublishingRule = settings[isOwn ? 'ownChanges' : 'personChanges'];
  if (isScheduled) {
    // A person chose the moment for the text of before.
    if (cause === 'reindexed' && settings.ownChanges === 'by-person')
      return { release: 'person', held: { code: 'schedule-outdated', parameters: {} } };
    return { release: (await hasTests(trx, botId)) ? 'proof' : 'person' };
  }
  if (asDraft || draft?.release === 'person') return { release: 'person' };
  if (cause === 'updated') return { release: null };
  if (rule === 'by-person') return { release: 'person' };
  const isProven = rule === 'unless-test-breaks' || draft !== undefined;
  return { release: isProven && (await hasTests(trx, botId)) ? 'proof' : null };
}
