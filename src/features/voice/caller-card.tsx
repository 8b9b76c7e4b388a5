import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Upload from 'lucide-react/icons/upload';
import { useId, useMemo, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/components/bidi-text.tsx';
import { Notice } from '#src/components/notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { SpendLine } from '#src/spending/spend-line.tsx';
import { AddressField } from './address-field.tsx';
import { ListChoice } from './choices.tsx';
import { PATIENCE } from './ear.ts';
import { findObstacle } from './microphone.ts';
import { MicrophoneNotice } from './microphone-notice.tsx';
import { OnwardSwitch } from './onward-switch.tsx';
import { PromptsSection } from './prompts-section.tsx';
import { RecorderControls } from './recorder-controls.tsx';
import type { Said } from './run.ts';
import type { VoiceSettings } from './settings.ts';
import { SoundPlayer } from './sound-player.tsx';
import { useDevices } from './use-devices.ts';
import type { Recording } from './use-recorder.ts';
import { useRecorder } from './use-recorder.ts';

type CallerCardProps = {
  settings: VoiceSettings;
  /** What the run in hand was said with. */
  said: Said | undefined;
  onChange: (change: Partial<VoiceSettings>) => void;
  onSaid: (said: Said) => void;
  onBegin: () => void;
};

/** Speak, drop or choose a file, or give an address: what a caller says. */
export function CallerCard({ settings, said, onChange, onSaid, onBegin }: CallerCardProps) {
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const headingId = useId();
  const [recorded, setRecorded] = useState<Recording>();
  const [many, setMany] = useState(false);
  const { devices, chosen, choose, read } = useDevices();
  const obstacle = findObstacle();
  const { maxSeconds, onward } = settings;
  const recorder = useRecorder({
    maxSeconds,
    untilSilence: onward,
    deviceId: chosen,
    // Its devices have names from now on.
    onOpened: read,
    onRecording: (recording) => {
      setRecorded(recording);
      const { file, seconds, silence, verdict } = recording;
      if (verdict === 'nothing') return;
      onSaid({ sound: { file }, kind: 'recording', name: '', length: seconds, silence });
    },
  });
  const { state } = recorder;
  const busy = state.phase !== 'idle';
  const takeFile = (file: File) => {
    setRecorded(undefined);
    onSaid({ sound: { file }, kind: 'file', name: file.name, length: undefined, silence: undefined });
  };
  const zone = useDropzone({
    noClick: true,
    noKeyboard: true,
    multiple: false,
    disabled: busy,
    onDrop: (files, rejected) => {
      setMany(rejected.length > 0 && files.length === 0);
      const [file] = files;
      if (file !== undefined) takeFile(file);
    },
  });
  const file = recorded?.verdict === 'nothing' ? recorded.file : undefined;
  const sound = said?.sound && 'file' in said.sound ? said.sound.file : undefined;
  const played = file ?? sound;
  const sounds = useMemo(() => (played === undefined ? [] : [played]), [played]);
  const most = formats.duration(maxSeconds * 1000);
  const verdict =
    recorded === undefined
      ? undefined
      : recorded.verdict !== 'good'
        ? t(`verdict.${recorded.verdict}`)
        : recorded.ending === 'limit'
          ? t('verdict.limit', { most })
          : recorded.ending === 'lost'
            ? t('verdict.lost')
            : undefined;
  return (
    <Box
      {...zone.getRootProps()}
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
        borderStyle: zone.isDragActive ? 'dashed' : 'solid',
        borderColor: zone.isDragActive ? 'primary.main' : 'line.strong',
        borderRadius: 1,
        bgcolor: zone.isDragActive ? 'teal.wash' : 'background.paper',
      }}
    >
      <input {...zone.getInputProps({ 'aria-label': t('caller.choose'), accept: 'audio/*,video/*' })} />
      <Typography id={headingId} variant="h3" component="h2">
        {zone.isDragActive ? t('caller.dropHere') : t('caller.title')}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { sm: 'minmax(0, 1fr) minmax(0, 260px)' },
          alignItems: 'start',
          gap: 3,
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          {obstacle === undefined ? (
            <>
              {devices.length > 1 ? (
                <Box sx={{ maxWidth: 320 }}>
                  <ListChoice
                    label={t('caller.device')}
                    value={chosen ?? devices[0]?.id ?? ''}
                    disabled={busy}
                    options={devices.map(({ id, label }, index) => ({
                      value: id,
                      name: label || t('caller.deviceNumber', { number: formats.number(index + 1) }),
                    }))}
                    onChange={choose}
                  />
                </Box>
              ) : null}
              <RecorderControls
                state={state}
                maxSeconds={maxSeconds}
                untilSilence={onward}
                again={recorded !== undefined}
                onStart={() => {
                  setRecorded(undefined);
                  onBegin();
                  void recorder.start();
                }}
                onStop={recorder.stop}
                onCancel={recorder.cancel}
              />
              {state.phase === 'idle' && state.problem !== undefined ? (
                <MicrophoneNotice problem={state.problem.problem} />
              ) : null}
              {state.phase === 'idle' && state.gaveUp ? (
                <Notice
                  severity="warning"
                  title={t('verdict.gaveUp', { seconds: formats.number(PATIENCE) })}
                />
              ) : null}
            </>
          ) : (
            <MicrophoneNotice problem={obstacle} />
          )}
          <OnwardSwitch onward={onward} onChange={(next) => onChange({ onward: next })} />
        </Box>
        <PromptsSection settings={settings} onChange={onChange} />
      </Box>
      {verdict === undefined ? null : <Notice severity="warning" title={verdict} />}
      {played === undefined ? null : (
        <Box sx={{ display: 'grid', gap: 0.5 }}>
          <Typography variant="body2" sx={{ fontWeight: 600, minWidth: 0 }}>
            {said?.kind === 'file' && file === undefined ? (
              <BidiText>{said.name}</BidiText>
            ) : (
              t('caller.recorded')
            )}
          </Typography>
          <SoundPlayer
            name={t('player.recording')}
            sounds={sounds}
            length={file === undefined ? said?.length : recorded?.seconds}
          />
        </Box>
      )}
      {said?.sound && 'address' in said.sound ? (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {t('caller.atAddress', { address: said.sound.address })}
        </Typography>
      ) : null}
      {many ? (
        <Typography role="alert" variant="body2" sx={{ color: 'saffron.ink' }}>
          {t('caller.oneFile')}
        </Typography>
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
          onClick={zone.open}
          title={t('caller.drop')}
        >
          {t('caller.choose')}
        </Button>
        <AddressField
          disabled={busy}
          onAddress={(address) => {
            setRecorded(undefined);
            onSaid({
              sound: { address },
              kind: 'address',
              name: address,
              length: undefined,
              silence: undefined,
            });
          }}
        />
      </Box>
      <div>
        <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
          {t('caller.kept')}
        </Typography>
        <SpendLine ledger="audio" estimate={undefined} />
      </div>
    </Box>
  );
}
