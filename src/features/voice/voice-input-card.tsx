import Upload from 'virtual:lucide/upload';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { CostEstimate } from '#src/ui/quota/cost-estimate.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { HandsFreeSwitch } from './hands-free-switch.tsx';
import { AudioPlayer } from './recording/audio-player.tsx';
import { AudioUrlField } from './recording/audio-url-field.tsx';
import { MicrophoneRecorder } from './recording/microphone-recorder.tsx';
import { type Recording, useMicrophones, useRecorder } from './recording/use-recorder.ts';
import type { VoiceInput } from './run/voice-run.ts';
import { SampleQuestionsSection } from './sample-questions-section.tsx';
import type { VoiceSettings } from './settings/voice-settings.ts';

type VoiceInputCardProps = {
  settings: VoiceSettings;
  /** The input of the newest run. */
  input: VoiceInput | undefined;
  onChange: (change: Partial<VoiceSettings>) => void;
  onInput: (input: VoiceInput) => void;
  onRecordingStart: () => void;
};

/** The caller's speech: recorded, dropped or chosen as a file, or given by its address. */
export function VoiceInputCard({
  settings,
  input,
  onChange,
  onInput,
  onRecordingStart,
}: VoiceInputCardProps) {
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const headingId = useId();
  const [recorded, setRecorded] = useState<Recording>();
  const [tooManyFiles, setTooManyFiles] = useState(false);
  const microphones = useMicrophones();
  const { maxSeconds, handsFree } = settings;
  const recorder = useRecorder({
    maxSeconds,
    untilSilence: handsFree,
    deviceId: microphones.selectedId,
    // Browsers name the devices only once one was allowed.
    onOpened: microphones.refresh,
    onRecording: (recording) => {
      setRecorded(recording);
      const { file, seconds, silence, quality } = recording;
      if (quality === 'nothing') return;
      onInput({ sound: { file }, kind: 'recording', name: '', duration: seconds, silence });
    },
  });
  const busy = recorder.state.phase !== 'idle';
  const takeFile = (file: File) => {
    setRecorded(undefined);
    onInput({ sound: { file }, kind: 'file', name: file.name });
  };
  const dropzone = useDropzone({
    noClick: true,
    noKeyboard: true,
    multiple: false,
    disabled: busy,
    onDrop: (files, rejected) => {
      setTooManyFiles(rejected.length > 0 && files.length === 0);
      const [file] = files;
      if (file !== undefined) takeFile(file);
    },
  });
  const file = recorded?.quality === 'nothing' ? recorded.file : undefined;
  const sound = input?.sound && 'file' in input.sound ? input.sound.file : undefined;
  const played = file ?? sound;
  const sounds = useMemo(() => (played === undefined ? [] : [played]), [played]);
  /** The problem of a recording; undefined without one. */
  const describeProblem = ({ quality, stopReason }: Recording) => {
    if (quality !== 'good') return t(`verdict.${quality}`);
    if (stopReason === 'limit') return t('verdict.limit', { max: formats.duration(maxSeconds * 1000) });
    return stopReason === 'lost' ? t('verdict.lost') : undefined;
  };
  const qualityWarning = recorded && describeProblem(recorded);
  return (
    <Box
      {...dropzone.getRootProps()}
      component="section"
      role={undefined}
      aria-labelledby={headingId}
      sx={{
        position: 'relative',
        '& > input': { position: 'absolute' },
        display: 'grid',
        gap: 2,
        padding: 2,
        border: 1,
        borderStyle: dropzone.isDragActive ? 'dashed' : 'solid',
        borderColor: dropzone.isDragActive ? 'primary.main' : 'line.strong',
        borderRadius: 1,
        bgcolor: dropzone.isDragActive ? 'teal.wash' : 'background.paper',
      }}
    >
      <input {...dropzone.getInputProps({ 'aria-label': t('caller.choose'), accept: 'audio/*,video/*' })} />
      <Typography id={headingId} variant="h3" component="h2">
        {dropzone.isDragActive ? t('caller.dropHere') : t('caller.title')}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { sm: 'minmax(0, 1fr) auto' },
          alignItems: 'start',
          gap: 3,
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <MicrophoneRecorder
            recorder={recorder}
            microphones={microphones}
            maxSeconds={maxSeconds}
            untilSilence={handsFree}
            hasRecording={recorded !== undefined}
            onStart={() => {
              setRecorded(undefined);
              onRecordingStart();
              void recorder.start();
            }}
          />
          <HandsFreeSwitch handsFree={handsFree} onChange={(next) => onChange({ handsFree: next })} />
        </Box>
        <SampleQuestionsSection settings={settings} onChange={onChange} />
      </Box>
      {qualityWarning === undefined ? null : <Notice severity="warning" title={qualityWarning} />}
      {played === undefined ? null : (
        <Box sx={{ display: 'grid', gap: 0.5 }}>
          <Typography variant="body2" sx={{ fontWeight: 600, minWidth: 0 }}>
            {input?.kind === 'file' && file === undefined ? (
              <BidiText>{input.name}</BidiText>
            ) : (
              t('caller.recorded')
            )}
          </Typography>
          <AudioPlayer
            label={t('player.recording')}
            sounds={sounds}
            duration={file === undefined ? input?.duration : recorded?.seconds}
          />
        </Box>
      )}
      {input?.sound && 'address' in input.sound ? (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {t('caller.atAddress', { address: input.sound.address })}
        </Typography>
      ) : null}
      {tooManyFiles ? (
        <SmallText role="alert" tone="saffron">
          {t('caller.oneFile')}
        </SmallText>
      ) : null}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'flex-start',
          gap: 1.5,
          paddingBlockStart: 2,
          borderBlockStart: 1,
          borderColor: 'line.soft',
        }}
      >
        <Button
          variant="outlined"
          disabled={busy}
          startIcon={<Upload size={18} />}
          onClick={dropzone.open}
          title={t('caller.drop')}
        >
          {t('caller.choose')}
        </Button>
        <AudioUrlField
          disabled={busy}
          onAddress={(address) => {
            setRecorded(undefined);
            onInput({ sound: { address }, kind: 'address', name: address });
          }}
        />
      </Box>
      <div>
        <SmallText>{t('caller.kept')}</SmallText>
        <CostEstimate ledger="audio" estimate={undefined} />
      </div>
    </Box>
  );
}
