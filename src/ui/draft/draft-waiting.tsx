import { useTranslation } from 'react-i18next';
import type { KnowledgeDraft } from '#contract/versions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { describeReason } from '#src/ui/fault/describe-error.ts';
import { Meter } from '#src/ui/meter.tsx';
import { SmallText } from '#src/ui/small-text.tsx';

/** What a draft waits for, by its state and the moment that somebody chose. */
function useWaitingText() {
  const { t } = useTranslation('drafts');
  const formats = useFormats();
  return ({ publishOn, publishing, release, held, version }: KnowledgeDraft): string => {
    if (publishing) return t(version.isIndexed ? 'waits.publishing' : 'waits.indexing');
    if (publishOn === null) return t(`waits.${release}`);
    const when = formats.moment(publishOn);
    if (held !== null) return t('waits.heldMoment', { when });
    if (release === 'proof') return t('waits.provenMoment', { when });
    const name = version.publishedBy;
    return name === null ? t('waits.moment', { when }) : t('waits.momentBy', { when, name });
  };
}

/** Why a draft is held, and what it waits for. */
export function DraftWaiting({ draft }: { draft: KnowledgeDraft }) {
  const { t } = useTranslation('drafts');
  const { t: faults } = useTranslation('faults');
  const formats = useFormats();
  const waitingText = useWaitingText();
  const { held, proof, publishing } = draft;
  const done = (proof?.asked ?? 0) + (proof?.questions?.asked ?? 0);
  const total = (proof?.tests ?? 0) + (proof?.questions?.total ?? 0);
  const reason = held === null ? undefined : describeReason(held, faults);
  return (
    <>
      {reason === undefined ? null : (
        <SmallText tone="saffron">
          <BidiText>{reason.message}</BidiText>
          {reason.verbatim ? null : `. ${reason.remedy}.`}
        </SmallText>
      )}
      <SmallText tone="secondary">
        {proof?.state === 'running' ? (
          <>
            {publishing ? `${waitingText(draft)} ` : null}
            {t('waits.testing', { asked: formats.number(done), tests: formats.number(total) })}
            <Meter kind="progress" value={total === 0 ? 1 : done / total} label={t('action.test')} />
          </>
        ) : (
          waitingText(draft)
        )}
      </SmallText>
    </>
  );
}
