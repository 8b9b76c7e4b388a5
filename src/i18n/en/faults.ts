import type { FaultCode } from '#contract/faults.ts';

export const faults = {
  unexpected: 'The gateway answered with an error we do not know.',
  /** Headings, by the kind of failure. */
  title: {
    invalid: 'The gateway did not accept this',
    unauthorized: 'The key is not accepted',
    quota: 'The quota does not suffice',
    forbidden: 'This key may not do that',
    missing: 'Not found',
    conflict: 'It was changed meanwhile',
    tooLarge: 'Too large',
    unsupported: 'This kind of file is not accepted',
    busy: 'Too many calls at once',
    server: 'The gateway failed',
    behind: 'A server behind the gateway failed',
    unavailable: 'Not available on this gateway now',
    unreachable: 'The gateway does not answer',
    blocked: 'This page may not call that address',
    notJson: 'Something else answers at this address',
    cut: 'The answer was cut off',
    mismatch: 'The gateway answered in a form we do not know',
    unknown: 'Something went wrong in this page',
  },
  client: {
    unreachable: 'No answer from {{baseUrl}}. Check that it runs and that this device can reach it.',
    timedOut: '{{baseUrl}} did not answer in time. It may be busy.',
    blocked:
      'The security policy of this page forbids {{baseUrl}}. Add that address to the setting FIHRIST_CONNECT_TO of the server that serves this page, and start it again.',
    notJson: '{{baseUrl}} answered {{status}} with something that is not JSON. Check the base URL.',
    cut: 'The stream ended before its last event, so what you see is not the whole answer.',
    mismatch: 'Its answer to {{endpoint}} is wrong at {{path}} ({{detail}}). Nothing of it is shown.',
    mismatchRoot:
      'Its answer to {{endpoint}} has none of the known forms ({{detail}}). Nothing of it is shown.',
    noWords: 'It gave status {{status}} and no words.',
  },
  /** A list of which only the first items were named. */
  listAndMore: '{{list}} and {{more}} more',
  requestId: 'Request {{id}}',
  quotaFigure: 'Used: {{used}} of {{total}}. Left: {{left}}.',
  /** What a ledger counts, in the sentences of 402. */
  ledger: { text: 'text tokens', speech: 'speech characters', audio: 'audio seconds' },
  /** What each model server is for, as it stands in a sentence. */
  purpose: { chat: 'chat', embeddings: 'embeddings', transcription: 'transcription', speech: 'speech' },
  /** What helps first where quota does not suffice. */
  frees: {
    calls: 'Other calls hold {{held}} of them. Try again when they have ended.',
    reset: 'It begins anew on {{resetsOn}}. Wait until then, or have it raised.',
    raise: 'Have it raised, or ask for less at a time.',
    unknown: 'Have it raised, or wait until it begins anew.',
  },
  next: {
    connect: 'Go to Connect',
    quota: 'See the usage',
    raise: 'Raise the quota',
    retry: 'Try again',
    retryNow: 'Try now',
    retryIn: 'Trying again in {{seconds}} s',
  },
  fault: {
    'invalid-key':
      'The gateway does not know this key, or it was revoked or is too old. Connect with another.',
    'code-spent': 'This sign-in link was used before or is too old. Print another with "npm run link".',
    'too-many-wrong-keys':
      'Too many wrong keys came from your address. Check the key, and try again in {{seconds}} s.',
    'host-not-ours':
      'The server does not answer to the name {{host}}. Whoever runs it can allow that name with {{setting}}.',
    'bot-missing': 'No bot was named. Add the bot id to this connection.',
    'not-allowed': 'This key is not meant for this bot or this action. Use another key, or another bot.',
    'link-expired': 'The address of this file is too old. Open the unit again for a fresh one.',
    'no-such-endpoint': 'Nothing answers at {{path}}. Check the base URL and the model family.',
    'unit-not-found': 'There is no knowledge unit {{id}} in this bot. It may have been deleted.',
    'key-not-found': 'There is no such key. It may have been revoked before.',
    'last-owner-key':
      'Make another key of an owner first, good for a week or longer: bot {{bots}} has none beside this.',
    'key-rotated': 'Another key took the place of this one. It can only be revoked.',
    'key-botless': 'Choose at least one bot for this key.',
    'owner-capped': 'An owner has no caps, since it sets quotas and makes keys itself.',
    'bot-not-found': 'There is no bot {{id}} for this key. It may have been deleted.',
    'bot-archived': 'This bot is archived: it can be read, not asked or changed. An owner can restore it.',
    'stale-bot': 'Someone else changed this bot. Load it again, then make your change.',
    'bot-of-settings':
      'The server is set up with bot {{id}} ({{setting}}), so it cannot be deleted. It can be archived.',
    'last-bot': 'This is the last bot, so it cannot be deleted. Make another one first.',
    'file-not-found': 'This file is not stored any more. Upload it again.',
    'method-not-allowed': 'The gateway does not offer {{method}} here, only {{allowed}}.',
    'stale-unit': 'Someone else changed this unit ({{changed}}). Load it again, then make your change.',
    'synonyms-not-found': 'This group is gone. Someone may have removed it.',
    'stale-synonyms': 'Someone else changed this group. It now is: {{expressions}}.',
    'synonyms-same':
      '{{first}} and {{second}} are the same to the search: only marks, hamza forms or case differ. Leave one out.',
    'synonyms-wordless': 'There is no word in {{expression}}. Write letters or digits.',
    'synonyms-too-long': '{{expression}} has more than {{most}} words. Shorten it.',
    'synonyms-few': 'A group needs at least {{least}} expressions. Part them by = or put each in a cell.',
    'synonyms-known': 'One group has all of these already: {{expressions}}. Change that one (number {{id}}).',
    'synonyms-full': 'A bot has at most {{most}} groups. Remove some first.',
    'webhook-not-found': 'This webhook is gone. Someone may have removed it.',
    'webhooks-full': 'A bot has at most {{most}} webhooks. Remove one first.',
    'webhook-off': '{{name}} is off, so nothing is sent to it. Turn it on first.',
    'delivery-not-found': 'This delivery is gone. Deliveries are kept for 30 days.',
    'body-type': 'The gateway expects {{expected}}.',
    'type-not-accepted': 'Accepted are: {{accepted}}.',
    'old-office-format':
      'The old format {{extension}} cannot be read. Save the file as {{saveAs}}, then add that.',
    'range-unsatisfiable': 'That part lies outside the file, which has {{size}} bytes.',
    'body-too-slow': 'The request did not reach the gateway within {{seconds}} s. Send it again.',
    'body-too-large': 'More than {{limitBytes}} bytes were sent. Send less at once.',
    'file-too-large': 'The file is larger than {{limitMegabytes}} MB. Split it, or have the limit raised.',
    'malformed-json': 'The gateway could not read the request (JSON).',
    'malformed-form': 'The gateway could not read the form. Send the file again.',
    'invalid-field': '{{field}}: {{issue}}.',
    'file-missing': 'The form held no file ({{field}}). Choose one.',
    'file-empty': 'The file is empty. Choose one that has content.',
    'type-contradicts': 'The file was announced as {{sent}}, but its content is {{found}}.',
    'cannot-convert': 'A {{from}} file cannot be converted to {{to}} ({{reason}}). Upload it as it is.',
    'bot-differs':
      'The address names bot {{path}}, the connection bot {{header}}. Check the bot of this connection.',
    'title-taken': 'The title {{title}} belongs to unit {{id}}. Choose another title.',
    'file-not-of-bot': 'The file {{path}} was not uploaded for this bot. Upload it again.',
    'file-url-foreign': 'The address {{url}} does not belong to this gateway. Upload the file again.',
    'file-size-differs':
      'The size given is {{sent}} bytes, the stored file has {{stored}}. Upload the file again.',
    'file-not-readable': '{{name}} ({{mime}}) has no text to read. Add a document instead.',
    'url-not-allowed':
      'The gateway may not reach {{url}}. Use a public http or https address, or have it allowed (FIHRIST_ALLOW_PRIVATE_URLS).',
    'host-not-listed':
      'This bot takes pages only from: {{hosts}}. {{url}} is not one of theirs. Use another address, or add the host in the settings of the bot.',
    'key-reused': 'This request was sent before with other content. Send it once more.',
    'indexes-empty': 'No index is chosen. Choose at least one.',
    'indexes-unknown': 'No unit has the title: {{names}}. Check the spelling, or choose from the list.',
    'indexes-not-ready': 'These units cannot answer yet: {{names}}. Wait until they are ready.',
    'nothing-to-search': 'No unit of this bot is ready. Add knowledge, and wait until it is ready.',
    'stream-flag': 'IsStream must be {{expected}} here.',
    'record-missing': 'There is no audio. Choose a file or give an address.',
    'sample-rate-missing': 'The sample rate is missing. Give one, or use the default.',
    'model-unreachable':
      'The server for {{purpose}} does not answer ({{model}}). Whoever runs it should check that it is up and that its address is right.',
    'model-key-refused':
      'The server for {{purpose}} refuses the key that this gateway has for it ({{model}}). An owner should set another under Settings, Model servers.',
    'model-unknown':
      'The server for {{purpose}} has no model called {{model}}. An owner should set one that it has.',
    'model-rejected':
      'The server for {{purpose}} ({{model}}) would not do this (status {{status}}). {{detail}}',
    'model-busy': 'The server for {{purpose}} ({{model}}) is busy. Try again in {{seconds}} s.',
    'model-failed':
      'The server for {{purpose}} ({{model}}) failed (status {{status}}), not this gateway. Try again; if it goes on, whoever runs that server should look at it.',
    'model-garbled':
      'The server for {{purpose}} ({{model}}) sent what is no answer. Whoever runs it should check its address and what runs there.',
    'model-silent':
      'The server for {{purpose}} ({{model}}) said nothing for {{seconds}} s. Try again, or have its time-outs raised under Settings, Model servers.',
    'model-cut': 'The answer of the server for {{purpose}} ({{model}}) broke off. Try again.',
    'model-empty':
      'The server for {{purpose}} ({{model}}) ended without a word. A model that thinks first may have used up its tokens: allow a longer answer, or ask again.',
    'model-excessive':
      'The server for {{purpose}} ({{model}}) sent more than any answer has, and was stopped.',
    'model-address-refused': 'No model server can be at {{url}}. Give another address.',
    'model-not-set': 'No server for {{purpose}} is saved here. Load the settings again.',
    'stale-model': 'The server for {{purpose}} was set to something else meanwhile.',
    'model-key-lost':
      'The key of the server for {{purpose}} ({{model}}) cannot be opened here: it was sealed with the sealing key of another data folder. An owner should give it again under Settings, Model servers.',
    'model-key-needed':
      'The server for {{purpose}} has another address now: give its key again, or null for none.',
    'image-unreadable':
      'Image {{position}} is no PNG, JPEG, GIF or WebP. Send another, as an https address or a data URI.',
    'image-too-large':
      'Image {{position}} is larger than {{limitMegabytes}} MB, or all of them together than {{totalMegabytes}} MB. Send smaller ones.',
    'image-not-fetched': 'Image {{position}} could not be fetched ({{reason}}). Send it as a data URI.',
    'chat-too-long':
      'The message has about {{tokens}} tokens. With an answer that is more than the model holds ({{most}}). Send a shorter one.',
    'record-unreadable':
      'The record could not be read as sound ({{reason}}). Send WAV, MP3, OGG, FLAC or WebM.',
    'record-not-fetched':
      'The record at {{url}} could not be fetched ({{reason}}). Check the address, or send the file in Record.',
    'record-twice': 'Send Record or RecordUrl, not both.',
    'sample-rate-differs':
      'SampleRate says {{sent}} Hz, but the file itself says {{found}} Hz. Send the right one, or SetDefaultSampleRate as true.',
    'format-not-offered':
      '{{format}} needs times, which the transcription server does not give. Ask for {{offered}}.',
    'translation-not-offered':
      'Nothing here translates into {{target}}. Leave the target language out, or have a chat server set up. Offered: {{offered}}.',
    'speaker-unknown': 'There is no speaker {{speaker}}. Choose one of {{speakers}}.',
    'language-unspoken': 'No speaker here speaks {{language}}. {{speaker}} speaks {{languages}}.',
    'speaker-language':
      '{{speaker}} speaks {{languages}}, not {{language}}. Speakers of {{language}}: {{speakers}}.',
    'days-out-of-range': 'From {{from}} to {{to}} are no days, or more than {{most}}. Choose other days.',
    'no-ledger': 'This bot has no quota for this kind of call ({{ledger}}). Have one set up.',
    'quota-exceeded':
      'This call may cost {{needed}} {{ledger}}, and {{left}} of {{total}} are left. {{frees}}',
    'key-cap-exceeded':
      'This key has a cap: the call may cost {{needed}} {{ledger}}, and {{left}} of {{total}} are left for the key. {{frees}}',
    'too-many-calls': 'More than {{limit}} calls are under way with this key.',
    internal:
      'Something unexpected happened. The log of the gateway knows more, by the request {{requestId}}.',
    'upstream-unreachable':
      'This server passes calls on to {{upstream}}, which does not answer (FIHRIST_UPSTREAM).',
    'model-missing':
      'No model server is set up for this. Have an owner set one under Settings, Model servers, or set {{setting}} and start the gateway again.',
    'caller-left': 'Whoever called has left.',
    'engine-not-ready':
      'The speech model of this machine ({{setting}}) cannot hear: {{reason}}. Mend that and start the gateway again, or have an owner set a server under Settings, Model servers.',
    'shutting-down': 'The gateway is being stopped. Try again when it runs.',
    'data-busy': 'Other work holds the data just now. Try again in a moment.',
    'storage-full': 'There is no room left to store this. Free some space, then send it again.',
  } satisfies Record<FaultCode, string>,
  /** Why a unit or a source failed, or what is worth knowing about it: short, for one line of a grid. */
  reason: {
    'empty-file': 'The file is empty',
    'no-text': 'No text in it',
    'pictures-of-text': 'It holds pictures of text',
    'pictures-unreadable': 'Pictures without readable text',
    'letters-scrambled': 'Its letters cannot be turned back into text',
    'password-protected': 'Locked with a password',
    damaged: 'The file is damaged',
    'not-readable-type': 'This kind of file has no readable text',
    'too-large-inside': 'It unpacks to too much',
    'too-deep': 'Its parts are nested too deeply',
    'out-of-memory': 'Reading it needs too much memory',
    'took-too-long': 'Reading it took too long',
    'reader-crashed': 'Reading it failed unexpectedly',
    'encoding-guessed': 'Its character encoding was guessed',
    'letters-damaged': 'Some letters could not be read',
    'hidden-text-dropped': 'Text that is not visible was left out',
    'pages-without-text': 'Some pages have no text',
    'read-by-ocr': 'Read from pictures: {{pages}} pages, certainty {{confidence}} %',
    'parts-skipped': 'Some parts were left out',
    truncated: 'Only its beginning was read',
    'url-invalid': 'The address is not valid',
    'address-not-allowed': 'The address leads into a private network',
    'host-not-listed': 'The page lies on a host that this bot does not take pages from: {{host}}',
    'name-not-found': 'No server of that name',
    unreachable: 'The server does not answer',
    'http-status': 'Page answered {{status}}',
    'too-many-redirects': 'The address redirects too often',
    'too-large': 'The page is too large',
    'page-took-too-long': 'The page took too long to answer',
    'bad-certificate': 'The certificate of the server is not valid',
    'page-type-not-readable': 'Not a readable page ({{mime}})',
    'file-lost': 'The stored file is gone',
    'index-failed': 'Indexing failed unexpectedly',
    'no-source-readable': 'None of its sources could be read',
  },
  /** Why a record cannot be heard: stands between brackets within a sentence. */
  why: {
    'record-empty': 'it is empty',
    'not-sound': 'it is no sound file of a known format',
    'sound-damaged': 'it is damaged, or there is no sound in it',
    'no-sound-track': 'the video has no sound',
    'sound-codec-unknown': 'its sound is packed in a way that is not read here',
    'aac-not-installed':
      'its sound is AAC, whose decoder whoever runs this gateway has to install: npm i --no-save @audio/decode-aac',
    'too-many-channels': 'it has more than 16 channels',
    'odd-sample-rate': 'its sample rate is out of the ordinary',
    'sound-too-large-inside': 'it unpacks to more than can be held',
    'sound-took-too-long': 'decoding it took too long',
    'decoder-crashed': 'decoding it failed unexpectedly',
    'engine-package-missing': 'the package sherpa-onnx-node is not installed: npm install sherpa-onnx-node',
    'engine-folder-missing': 'there is no folder {{folder}}',
    'engine-model-unknown': 'no model was recognised in {{folder}}',
    'engine-failed': 'the model in {{folder}} could not be started',
  },
  /** What a person can do about it. */
  remedy: {
    'empty-file': 'Upload a file with content',
    'no-text': 'Add a text version',
    'pictures-of-text': 'Add a version with text, or have pictures read (FIHRIST_OCR=on)',
    'pictures-unreadable': 'Upload a sharper scan',
    'letters-scrambled': 'Upload the original, or have pictures read (FIHRIST_OCR=on)',
    'password-protected': 'Upload an unlocked copy',
    damaged: 'Upload it again',
    'not-readable-type': 'Save it as PDF or DOCX',
    'too-large-inside': 'Split the document',
    'too-deep': 'Save it again elsewhere',
    'out-of-memory': 'Split the document',
    'took-too-long': 'Split the document',
    'reader-crashed': 'Save it in another format',
    'encoding-guessed': 'Check the passages',
    'letters-damaged': 'Check the passages',
    'hidden-text-dropped': 'Check the passages',
    'pages-without-text': 'Add a version with text, or have pictures read (FIHRIST_OCR=on)',
    'read-by-ocr': 'Check the passages',
    'parts-skipped': 'Check the passages',
    truncated: 'Split the document',
    'url-invalid': 'Check the address',
    'address-not-allowed': 'Use a public address',
    'host-not-listed': 'Add the host to the bot',
    'name-not-found': 'Check the address',
    unreachable: 'Index it again later',
    'http-status': 'Check the address',
    'too-many-redirects': 'Check the address',
    'too-large': 'Upload it as a file',
    'page-took-too-long': 'Index it again later',
    'bad-certificate': 'Check the address',
    'page-type-not-readable': 'Upload it as a file',
    'file-lost': 'Upload it again',
    'index-failed': 'Index it again',
    'no-source-readable': 'See each source',
  },
  remedyUnknown: 'Open the unit',
} as const;
