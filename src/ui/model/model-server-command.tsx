import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { ModelPurpose } from '#contract/models.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';

type CopyableSnippetProps = { lines: readonly string[]; label: string; copyLabel: string };

/** Lines for a terminal or a file of settings, to be copied as they are: always left to right. */
function CopyableSnippet({ lines, label, copyLabel }: CopyableSnippetProps) {
  const text = lines.join('\n');
  return (
    <Box
      dir="ltr"
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        width: '100%',
        minWidth: 0,
        paddingBlock: 0.5,
        paddingInlineStart: 1.5,
        paddingInlineEnd: 0.5,
        border: 1,
        borderColor: 'line.firm',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box
        component="pre"
        role="group"
        aria-label={label}
        sx={{
          flex: 1,
          minWidth: 0,
          margin: 0,
          paddingBlock: 0.75,
          typography: 'mono',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
      <CopyButton text={text} label={copyLabel} />
    </Box>
  );
}

/** Terminal commands that run a server per purpose on this machine, without keys. */
const MODEL_SERVER_COMMANDS: Record<ModelPurpose, readonly string[]> = {
  chat: [
    'ollama pull qwen2.5:7b',
    'FIHRIST_CHAT_URL=http://127.0.0.1:11434/v1 \\',
    'FIHRIST_CHAT_MODEL=qwen2.5:7b npm start',
  ],
  embeddings: [
    'ollama pull bge-m3',
    'FIHRIST_EMBEDDINGS_URL=http://127.0.0.1:11434/v1 \\',
    'FIHRIST_EMBEDDINGS_MODEL=bge-m3 npm start',
  ],
  transcription: [
    'uvx speaches-cli model download Systran/faster-whisper-small',
    'FIHRIST_TRANSCRIPTION_URL=http://127.0.0.1:8000/v1 \\',
    'FIHRIST_TRANSCRIPTION_MODEL=Systran/faster-whisper-small npm start',
  ],
  speech: [
    'uvx speaches-cli model download speaches-ai/Kokoro-82M-v1.0-ONNX',
    'FIHRIST_SPEECH_URL=http://127.0.0.1:8000/v1 \\',
    'FIHRIST_SPEECH_MODEL=speaches-ai/Kokoro-82M-v1.0-ONNX \\',
    'FIHRIST_SPEECH_VOICES=af_heart:en npm start',
  ],
};

/** What to type to have a server of the purpose, to be copied. */
export function ModelServerCommand({ purpose }: { purpose: ModelPurpose }) {
  const { t } = useTranslation(['models', 'terms']);
  const name = t(`terms:purpose.${purpose}`);
  return (
    <CopyableSnippet
      lines={MODEL_SERVER_COMMANDS[purpose]}
      label={t('hint.example', { name })}
      copyLabel={t('hint.copy', { name })}
    />
  );
}
