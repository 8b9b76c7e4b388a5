import { useTranslation } from 'react-i18next';
import type { AuditEntry, AuditSubject } from '#contract/audit.ts';
import { MODEL_PURPOSES } from '#contract/models.ts';
import type { audit } from '#src/i18n/en/audit.ts';

type Words = typeof audit;
type ThingSentence = Exclude<
  keyof Words['did'],
  'importSynonyms' | 'setAlertRules' | 'pauseEmbedding' | 'resumeEmbedding' | 'other' | 'begun'
>;

/** Stands where the thing goes, so that it can be a link. */
const PLACE = '\uE000';

function sentenceName({ action, after, subject }: AuditEntry): string {
  if (action === 'emptyBin' && subject.kind === 'bot') return 'emptyBinBot';
  if (action === 'pauseEmbedding' && after?.['paused'] === false) return 'resumeEmbedding';
  const isForever = after !== null && 'removed' in after;
  return isForever && (action === 'deleteUnit' || action === 'deleteBot') ? `${action}Forever` : action;
}

/** Everything that entries say in code-words, in words; what a newer gateway says and we do not know stays as it is. */
export function useAuditWords() {
  const { t, i18n } = useTranslation(['audit', 'terms']);
  const knows = (key: string) => /^[\w.-]+$/.test(key) && i18n.exists(key, { ns: 'audit' });
  const action = (code: string): string =>
    knows(`action.${code}`) ? t(`action.${code as keyof Words['action']}`) : code;
  const sentence = (entry: AuditEntry): string => {
    if (entry.outcome === 'unknown') return t('did.begun', { action: action(entry.action), thing: PLACE });
    const name = sentenceName(entry);
    if (knows(`did.${name}`)) return t(`did.${name as ThingSentence}`, { thing: PLACE });
    return t('did.other', { action: entry.action, thing: PLACE });
  };
  return {
    action,
    kind: (kind: AuditSubject) => t(`kind.${kind}`),
    field: (name: string): string | undefined =>
      knows(`field.${name}`) ? t(`field.${name as keyof Words['field']}`) : undefined,
    actor: ({ kind, name }: AuditEntry['actor']): string => {
      if (kind === 'gateway') return t('who.gateway');
      if (kind === 'command') return name === '' ? t('who.onMachine') : t('who.command', { name });
      return name;
    },
    thing: ({ kind, id, name }: AuditEntry['subject']): string => {
      const purpose = kind === 'model' ? MODEL_PURPOSES.find((one) => one === id) : undefined;
      if (purpose !== undefined) return `${t(`terms:purpose.${purpose}`)}${name === '' ? '' : ` (${name})`}`;
      return name !== '' ? name : /^\d+$/.test(id) ? t('unnamed', { id }) : id;
    },
    /** What stands before the thing and what behind it; one part where it is not named. */
    parts: (entry: AuditEntry): string[] => sentence(entry).split(PLACE),
  };
}
