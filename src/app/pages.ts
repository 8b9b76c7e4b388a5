import { addKnowledgePage } from '#src/features/add-knowledge/page.ts';
import { alertsPage } from '#src/features/alerts/page.ts';
import { playgroundPage } from '#src/features/answers/page.ts';
import { auditPage } from '#src/features/audit/page.ts';
import { botsPage } from '#src/features/bots/page.ts';
import { chatPage } from '#src/features/chat/page.ts';
import { draftsPage } from '#src/features/drafts/page.ts';
import { inboxPage } from '#src/features/inbox/page.ts';
import { jobsPage } from '#src/features/jobs/page.ts';
import { keysPage } from '#src/features/keys/page.ts';
import { knowledgePage } from '#src/features/knowledge/page.ts';
import { modelsPage } from '#src/features/models/page.ts';
import { overviewPage } from '#src/features/overview/page.ts';
import { peoplePage } from '#src/features/people/page.ts';
import { synonymsPage } from '#src/features/synonyms/page.ts';
import { batchPage } from '#src/features/test-batch/page.ts';
import { testsPage } from '#src/features/tests/page.ts';
import { unitPage } from '#src/features/unit/page.ts';
import { unitHistoryPage } from '#src/features/unit-history/page.ts';
import { usagePage } from '#src/features/usage/page.ts';
import { voicePage } from '#src/features/voice/page.ts';
import { writePage } from '#src/features/write/page.ts';
import type { TranslationBundle } from '#src/i18n/load-translations.ts';
import { settingsPage } from './settings/page.ts';

/** The pages behind the sign-in, in the order of the rail. */
export const PAGES = [
  overviewPage,
  knowledgePage,
  addKnowledgePage,
  writePage,
  draftsPage,
  unitPage,
  unitHistoryPage,
  synonymsPage,
  playgroundPage,
  chatPage,
  voicePage,
  testsPage,
  batchPage,
  inboxPage,
  usagePage,
  alertsPage,
  settingsPage,
  peoplePage,
  keysPage,
  botsPage,
  modelsPage,
  jobsPage,
  auditPage,
] as const;

/** The words of the frame behind the sign-in, whatever its page. */
export const FRAME_WORDS = ['faults', 'shared'] as const satisfies readonly TranslationBundle[];
