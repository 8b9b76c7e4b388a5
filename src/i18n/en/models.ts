export const models = {
  title: 'Model servers',
  /** Where a page needs a server that the bot does not have. */
  hint: {
    example: 'Example for a terminal: {{name}}',
    copy: 'Copy the example: {{name}}',
    open: 'Set up model servers',
    ask: 'Ask an owner of this bot to set one up under Settings, Model servers.',
    foreign: 'Ask whoever runs this gateway to give it one.',
    chat: {
      title: 'No language model yet',
      without:
        'Nothing can be written here without a language model; answers are still quoted from the knowledge.',
      how: 'Any server that speaks the OpenAI interface will do: Ollama, vLLM, llama.cpp, LocalAI or OpenAI itself. Give its address and a model on the settings page, or start the gateway with two settings, as here with Ollama:',
    },
    embeddings: {
      title: 'No search by meaning yet',
      without: 'The knowledge is searched by its words; with a model of embeddings also by what is meant.',
      how: 'Any server that speaks the OpenAI interface will do, with a model that knows Arabic. Give its address and model on the settings page, or start the gateway with two settings, as here with Ollama:',
    },
    transcription: {
      title: 'No speech to text yet',
      without: 'What is said cannot be heard without a transcription model.',
      how: 'Any server that speaks the OpenAI interface for audio will do, such as speaches or LocalAI. Give its address and model on the settings page, or start the gateway with two settings, as here with a speaches that runs on port 8000:',
    },
    speech: {
      title: 'No text to speech yet',
      without: 'Nothing can be read aloud without a speech model.',
      how: 'Any server that speaks the OpenAI interface for audio will do, such as speaches or LocalAI. Give its address, model and voices on the settings page, or start the gateway with three settings, as here with a speaches that runs on port 8000. This model speaks English; for Arabic choose one that has an Arabic voice.',
    },
  },
} as const;
