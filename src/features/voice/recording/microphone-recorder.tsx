import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { SelectField } from '#src/features/voice/settings/choice-fields.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { NO_SPEECH_TIMEOUT_SECONDS } from './audio-level.ts';
import { findMicrophoneProblem, type MicrophoneProblem } from './microphone.ts';
import { RecorderControls } from './recorder-controls.tsx';
import type { useMicrophones, useRecorder } from './use-recorder.ts';

/** The reason for a missing microphone, and the next step. */
function MicrophoneNotice({ problem }: { problem: MicrophoneProblem }) {
  const { t } = useTranslation('voice');
  return (
    <Notice
      severity={problem === 'insecure' || problem === 'unsupported' ? 'info' : 'warning'}
      title={t(`problem.${problem}.title`)}
    >
      {t(`problem.${problem}.message`)} {t(`problem.${problem}.next`)}
    </Notice>
  );
}

type MicrophoneRecorderProps = {
  recorder: ReturnType<typeof useRecorder>;
  microphones: ReturnType<typeof useMicrophones>;
  maxSeconds: number;
  untilSilence: boolean;
  hasRecording: boolean;
  onStart: () => void;
};

/** The microphone to record with, the recorder, and what went wrong with them. */
export function MicrophoneRecorder(props: MicrophoneRecorderProps) {
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const { recorder, microphones, onStart, ...shown } = props;
  const { devices, selectedId, select } = microphones;
  const { state } = recorder;
  const problem = findMicrophoneProblem();
  if (problem !== undefined) return <MicrophoneNotice problem={problem} />;
  return (
    <>
      {devices.length > 1 ? (
        <Box sx={{ maxWidth: 320 }}>
          <SelectField
            label={t('caller.device')}
            value={selectedId ?? devices[0]?.id ?? ''}
            disabled={state.phase !== 'idle'}
            options={devices.map(({ id, label }, index) => ({
              value: id,
              name: label || t('caller.deviceNumber', { number: formats.number(index + 1) }),
            }))}
            onChange={select}
          />
        </Box>
      ) : null}
      <RecorderControls
        {...shown}
        state={state}
        onStart={onStart}
        onStop={recorder.stop}
        onCancel={recorder.cancel}
      />
      {state.phase === 'idle' && state.problem !== undefined ? (
        <MicrophoneNotice problem={state.problem.problem} />
      ) : null}
      {state.phase === 'idle' && state.timedOut ? (
        <Notice
          severity="warning"
          title={t('verdict.gaveUp', { time: formats.duration(NO_SPEECH_TIMEOUT_SECONDS * 1000) })}
        />
      ) : null}
    </>
  );
}
