import type { ModelPurpose } from '#contract/models.ts';

/** Lines for a terminal that give each purpose a server on this machine, none of which needs a key. */
export const EXAMPLES: Record<ModelPurpose, readonly string[]> = {
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
