import { useTranslation } from 'react-i18next';
import type { AuditEntry, AuditSubject } from '#contract/audit.ts';
import { JOB_KINDS } from '#contract/jobs.ts';
import { MODEL_PURPOSES } from '#contract/models.ts';
import type { audit } from '#src/i18n/en/audit.ts';

type AuditTranslations = typeof audit;
type Sentences = AuditTranslations['did'];
/** Sentences that name the thing alone. */
type SubjectSentence = {
  [Name in keyof Sentences]: Sentences[Name] extends `${string}{{action}}${string}`
    ? never
    : Sentences[Name] extends `${string}{{thing}}${string}`
      ? Name
      : never;
}[keyof Sentences];

/** Placeholder for the subject, so that it can become a link. */
const PLACE = '\uE000';

function sentenceKey({ action, after, subject }: AuditEntry): string {
  // Signing in may give a bot the time zone of the browser.
  if (subject.kind === 'bot' && (action === 'emptyBin' || action === 'signIn')) return `${action}Bot`;
  if (after?.['paused'] === false) return action === 'pauseJobs' ? 'resumeJobs' : 'resumeEmbedding';
  const isForever = after !== null && 'removed' in after;
  return isForever && (action === 'deleteUnit' || action === 'deleteBot') ? `${action}Forever` : action;
}

/** Labels for the codes in entries; unknown codes of a newer gateway stay as they are. */
export function useAuditLabels() {
  const { t, i18n } = useTranslation(['audit', 'terms']);
  const hasTranslation = (key: string) => /^[\w.-]+$/.test(key) && i18n.exists(key, { ns: 'audit' });
  const action = (code: string): string =>
    hasTranslation(`action.${code}`) ? t(`action.${code as keyof AuditTranslations['action']}`) : code;
  const sentence = (entry: AuditEntry): string => {
    if (entry.outcome === 'unknown') return t('did.begun', { action: action(entry.action), thing: PLACE });
    const name = sentenceKey(entry);
    if (hasTranslation(`did.${name}`)) return t(`did.${name as SubjectSentence}`, { thing: PLACE });
    return t('did.other', { action: entry.action, thing: PLACE });
  };
  return {
    action,
    kind: (kind: AuditSubject) => t(`kind.${kind}`),
    field: (name: string): string | undefined =>
      hasTranslation(`field.${name}`) ? t(`field.${name as keyof AuditTranslations['field']}`) : undefined,
    actor: ({ kind, name }: AuditEntry['actor']): string => {
      if (kind === 'gateway') return t('who.gateway');
      if (kind === 'command') return name === '' ? t('who.onMachine') : t('who.command', { name });
      return name;
    },
    subject: ({ kind, id, name }: AuditEntry['subject']): string => {
      const purpose = kind === 'model' ? MODEL_PURPOSES.find((item) => item === id) : undefined;
      if (purpose !== undefined) return `${t(`terms:purpose.${purpose}`)}${name === '' ? '' : ` (${name})`}`;
      const jobKind = kind === 'job' && name === '' ? JOB_KINDS.find((item) => item === id) : undefined;
      if (jobKind !== undefined) return t(`terms:jobKind.${jobKind}`);
      return name !== '' ? name : /^\d+$/.test(id) ? t('unnamed', { id }) : id;
    },
    /** The text before and after the subject; one part if the sentence does not name it. */
    sentenceParts: (entry: AuditEntry): string[] => sentence(entry).split(PLACE),
  };
}
