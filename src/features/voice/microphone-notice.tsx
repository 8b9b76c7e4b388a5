import { useTranslation } from 'react-i18next';
import { Notice } from '#src/components/notice.tsx';
import type { MicrophoneProblem } from './microphone.ts';

/** Why there is no microphone, what it means, and what to do. */
export function MicrophoneNotice({
  problem,
  onDismiss,
}: {
  problem: MicrophoneProblem;
  onDismiss?: () => void;
}) {
  const { t } = useTranslation('voice');
  return (
    <Notice
      severity={problem === 'insecure' || problem === 'unsupported' ? 'info' : 'warning'}
      title={t(`problem.${problem}.title`)}
      {...(onDismiss === undefined ? {} : { onDismiss })}
    >
      {t(`problem.${problem}.message`)} {t(`problem.${problem}.next`)}
    </Notice>
  );
}
