import { INVALID_KEY_TEXT } from '#contract/faults.ts';
import type { Messages } from './messages.ts';

/** English words. Each says what is wrong and what to do next. */
export const en: Messages = {
  faults: {
    'invalid-key': INVALID_KEY_TEXT,
    'code-spent': 'This sign-in link was used before or is too old. Print another with "npm run link".',
    'too-many-wrong-keys':
      'Too many wrong keys came from this address. Check the key, and try again in {seconds} s.',
    'host-not-ours':
      'This server does not answer to the name {host}. If people are to reach it by that name, start it with {setting} set to its address.',
    'bot-missing': 'The x-bot header is missing. Send the bot id in it.',
    'not-allowed': 'This key may not do this here. Use a key that is meant for this bot and this action.',
    'link-expired':
      'This file address is too old or was changed. Open the unit again to get a fresh address.',
    'no-such-endpoint': 'Nothing answers at {path}. Check the base URL and the model family in the path.',
    'unit-not-found': 'There is no knowledge unit {id} in this bot. Check the id, or look in the list.',
    'key-not-found': 'There is no such key, or it was revoked before. Read the list again.',
    'last-owner-key':
      'Make another key of an owner first, good for a week or longer: bot {bots} has none beside this.',
    'key-rotated': 'Another key took the place of this one. Change that one; this one can only be revoked.',
    'key-botless': 'A key is good for at least one bot. Name one in "bots", or set "allBots".',
    'owner-capped': 'An owner has no caps, since it sets quotas and makes keys itself. Leave "caps" empty.',
    'bot-not-found': 'There is no bot {id} for this key. Check the id, or look in the list.',
    'bot-archived': 'This bot is archived: it can be read, not asked or changed. Have an owner restore it.',
    'stale-bot': 'The bot was changed meanwhile. Read it again, then send your change with the new ETag.',
    'bot-of-settings':
      'Bot {id} is the one that {setting} names, so it cannot be deleted. Name another bot there first, or archive this one.',
    'last-bot': 'This is the last bot, so it cannot be deleted. Make another one first.',
    'file-not-found': 'This file is not stored here any more. Upload it again.',
    'method-not-allowed': '{method} is not offered here. Use {allowed}.',
    'stale-unit':
      'The unit was changed meanwhile ({changed}). Read it again, then send your change with the new ETag.',
    'synonyms-not-found': 'There is no group of synonyms {id} in this bot. It may have been removed.',
    'stale-synonyms':
      'The group was changed meanwhile; it now is: {expressions}. Look at it, then send your change with the new ETag.',
    'synonyms-same':
      '"{first}" and "{second}" are the same to the search: only marks, hamza forms or case differ. Leave one out.',
    'synonyms-wordless': '"{expression}" has no word in it. Write letters or digits.',
    'synonyms-too-long': '"{expression}" has more than {most} words. Shorten it.',
    'synonyms-few': 'A group needs at least {least} expressions. Part them by = or put each in a cell.',
    'synonyms-known': 'Group {id} has all of these already: {expressions}. Change that group instead.',
    'synonyms-full': 'A bot has at most {most} groups of synonyms. Remove some first.',
    'webhook-not-found': 'There is no webhook {id} in this bot. It may have been removed.',
    'webhooks-full': 'A bot has at most {most} webhooks. Remove one first.',
    'webhook-off': 'The webhook "{name}" is off, so nothing is sent to it. Turn it on first.',
    'delivery-not-found': 'There is no delivery {id} in this bot. Deliveries are kept for 30 days.',
    'body-type': 'The body is not of the right media type. Send it as {expected}.',
    'type-not-accepted': 'This kind of file is not accepted. Accepted are: {accepted}.',
    'old-office-format':
      'The old format {extension} cannot be read. Save the file as {saveAs} and upload that.',
    'range-unsatisfiable': 'The range lies outside the file, which has {size} bytes. Ask for less.',
    'body-too-slow': 'The body did not arrive within {seconds} s. Send it again in one go.',
    'body-too-large': 'The body is larger than {limitBytes} bytes. Send less.',
    'file-too-large':
      'The file is larger than {limitMegabytes} MB. Split it, or have the limit raised (FIHRIST_MAX_UPLOAD_MB).',
    'malformed-json': 'The body is not valid JSON. Check its quotes, commas and brackets.',
    'malformed-form': 'The form cannot be read. Send it as multipart/form-data with its boundary.',
    'invalid-field': '{field} {issue}.',
    'file-missing': 'The form has no file. Put one into the field {field}.',
    'file-empty': 'The file is empty. Choose one that has content.',
    'type-contradicts': 'Model.FileType says {sent}, but the content is {found}. Correct it or leave it out.',
    'cannot-convert':
      'A {from} file cannot be converted to {to} ({reason}). Upload it without ConvertAttachmentTo.',
    'bot-differs': 'The path names bot {path}, the x-bot header bot {header}. Send the same in both.',
    'title-taken': 'The title "{title}" belongs to unit {id}. Choose another title, or change that unit.',
    'file-not-of-bot': 'No file with the path {path} was uploaded for this bot. Upload it first.',
    'file-url-foreign':
      'The FileUrl {url} does not lead to this gateway. Send the FileURL that the upload returned.',
    'file-size-differs':
      'FileSize is {sent}, but the stored file has {stored} bytes. Send the size of the file that was uploaded.',
    'file-not-readable': '{name} ({mime}) cannot be read as text. Register a document instead.',
    'url-not-allowed':
      'The address {url} may not be reached from here. Use a public http or https address, or have it allowed (FIHRIST_ALLOW_PRIVATE_URLS).',
    'host-not-listed':
      'This bot takes pages from certain hosts only, and {url} is not at one of them: {hosts}. Use another address, or have the host added.',
    'key-reused': 'This Idempotency-Key was used for another request. Send a new key.',
    'indexes-empty': 'IndexNames is empty. Name at least one index.',
    'indexes-unknown': 'No index has the name: {names}. Index names are the titles of knowledge units.',
    'indexes-not-ready': 'None of these indexes can answer yet: {names}. Wait until they are ready.',
    'nothing-to-search': 'This bot has no ready knowledge unit. Register one and wait until it is ready.',
    'stream-flag': 'IsStream must be {expected} on this endpoint. Correct it, or use the other endpoint.',
    'record-missing': 'There is no audio. Send a file in Record, or an address in RecordUrl.',
    'sample-rate-missing': 'The sample rate is missing. Send SampleRate, or SetDefaultSampleRate as true.',
    'model-unreachable':
      'The server for {purpose} does not answer ({model}). Whoever runs it should check that it is up and that its address is right.',
    'model-key-refused':
      'The server for {purpose} refuses the key that this gateway has for it ({model}). An owner should set another under Settings, Model servers.',
    'model-unknown':
      'The server for {purpose} has no model called {model}. An owner should set one that it has.',
    'model-rejected': 'The server for {purpose} ({model}) would not do this (status {status}). {detail}',
    'model-busy': 'The server for {purpose} ({model}) is busy. Try again in {seconds} s.',
    'model-failed':
      'The server for {purpose} ({model}) failed (status {status}), not this gateway. Try again; if it goes on, whoever runs that server should look at it.',
    'model-garbled':
      'The server for {purpose} ({model}) sent what is no answer. Whoever runs it should check its address and what runs there.',
    'model-silent':
      'The server for {purpose} ({model}) said nothing for {seconds} s. Try again, or have its time-outs raised under Settings, Model servers.',
    'model-cut': 'The answer of the server for {purpose} ({model}) broke off. Try again.',
    'model-empty':
      'The server for {purpose} ({model}) ended without a word. A model that thinks first may have used up its tokens: raise MaxTokens, or ask again.',
    'model-excessive': 'The server for {purpose} ({model}) sent more than any answer has, and was stopped.',
    'model-address-refused': 'No model server can be at {url}. Give another address.',
    'model-not-set': 'No server for {purpose} is saved here. Load the settings again.',
    'stale-model':
      'The server for {purpose} was set to something else meanwhile. Read the settings again, then send yours.',
    'model-key-lost':
      'The key of the server for {purpose} ({model}) cannot be opened here: it was sealed with the sealing key of another data folder. An owner should give it again under Settings, Model servers.',
    'model-key-needed':
      'The server for {purpose} has another address now: give its key again, or null for none.',
    'image-unreadable':
      'Image {position} is no PNG, JPEG, GIF or WebP. Send another, as an https address or a data URI.',
    'image-too-large':
      'Image {position} is larger than {limitMegabytes} MB, or all of them together than {totalMegabytes} MB. Send smaller ones.',
    'image-not-fetched': 'Image {position} could not be fetched ({reason}). Send it as a data URI.',
    'chat-too-long':
      'The message has about {tokens} tokens. With an answer that is more than the model holds ({most}). Send a shorter one.',
    'record-unreadable':
      'The record could not be read as sound ({reason}). Send WAV, MP3, OGG, FLAC or WebM.',
    'record-not-fetched':
      'The record at {url} could not be fetched ({reason}). Check the address, or send the file in Record.',
    'record-twice': 'Send Record or RecordUrl, not both.',
    'sample-rate-differs':
      'SampleRate says {sent} Hz, but the file itself says {found} Hz. Send the right one, or SetDefaultSampleRate as true.',
    'format-not-offered':
      '{format} needs times, which the transcription server does not give. Ask for {offered}.',
    'translation-not-offered':
      'Nothing here translates into {target}. Leave TargetLanguage out, or have a chat server set up. Offered: {offered}.',
    'speaker-unknown': 'There is no speaker {speaker}. Choose one of {speakers}.',
    'language-unspoken': 'No speaker here speaks {language}. {speaker} speaks {languages}.',
    'speaker-language': '{speaker} speaks {languages}, not {language}. Speakers of {language}: {speakers}.',
    'days-out-of-range':
      'From {from} to {to} are no days, or more than {most}. Ask for other days, none after today.',
    'no-ledger': 'This bot has no quota for {ledger}. Have one set up.',
    'quota-exceeded':
      'The quota of {ledger} does not suffice: this call may cost {needed}, {left} of {total} are left. {frees}',
    'key-cap-exceeded':
      'This key may not use so many {ledger}: the call may cost {needed}, {left} of its cap of {total} are left. {frees}',
    'too-many-calls': 'More than {limit} calls are under way. Try again in {seconds} s.',
    internal: 'Something went wrong in the gateway. Look for the request {requestId} in its log.',
    'upstream-unreachable':
      'The gateway at {upstream} does not answer. Check that it runs, and FIHRIST_UPSTREAM.',
    'model-missing':
      'No model server is set up for this call. Set {setting} and start the gateway again, or have an owner set one under Settings, Model servers.',
    'caller-left': 'Whoever called has left.',
    'engine-not-ready':
      'The speech model of this machine ({setting}) cannot hear: {reason}. Mend that and start the gateway again, or have an owner set a server under Settings, Model servers.',
    'shutting-down': 'The gateway is being stopped. Try again when it runs.',
    'data-busy': 'Other work holds the data just now. Try again in {seconds} s.',
    'storage-full': 'There is no room left to store this. Free some space, then send it again.',
  },
  reasons: {
    'empty-file': 'The file is empty. Upload one that has content.',
    'no-text': 'There is no text in it. Upload a document that contains text.',
    'pictures-of-text':
      'It holds pictures of text. Start the gateway with FIHRIST_OCR=on and index it again, or upload a version with real text.',
    'pictures-unreadable':
      'It holds pictures in which no text could be made out. Upload a sharper scan, or a version with real text.',
    'letters-scrambled':
      'Its letters are stored in a way that cannot be turned back into text. Upload the original (DOCX), or start the gateway with FIHRIST_OCR=on to have its pages read as pictures.',
    'password-protected': 'It is protected by a password. Save it without one and upload that.',
    damaged: 'The file is damaged or cut off. Open it, save it again and upload that.',
    'not-readable-type': 'This kind of file cannot be read as text. Save it as PDF, DOCX or TXT.',
    'too-large-inside': 'It unpacks to more than can be read. Split it into smaller documents.',
    'too-deep': 'Its parts are nested too deeply. Save it again from the program that made it.',
    'out-of-memory': 'Reading it needs more memory than allowed. Split it into smaller documents.',
    'took-too-long': 'Reading it took too long. Split the document.',
    'reader-crashed': 'Reading it failed unexpectedly. Save it again in another format, such as DOCX.',
    'encoding-guessed': 'Its character encoding was guessed. Check that the passages read well.',
    'letters-damaged': 'Some letters could not be read. Check the passages.',
    'hidden-text-dropped': 'Text that is not visible was left out.',
    'pages-without-text':
      'Some pages have no text. If they are scans, start the gateway with FIHRIST_OCR=on and index it again.',
    'read-by-ocr':
      'Pages read from pictures: {pages}, with a certainty of {confidence} %. Check the passages against the original.',
    'parts-skipped': 'Some parts were left out because they cannot be read as text.',
    truncated: 'It was too long; only its beginning was read. Split it into smaller documents.',
    'url-invalid': 'The address is not valid. Correct it.',
    'address-not-allowed':
      'The address leads into a private network. Use a public one, or have it allowed (FIHRIST_ALLOW_PRIVATE_URLS).',
    'host-not-listed':
      'The page lies on {host}, and this bot takes pages from certain hosts only. Use another address, or have the host added.',
    'name-not-found': 'There is no server of that name. Check the address.',
    unreachable: 'The server does not answer. Try again later.',
    'http-status': 'The server answered with status {status}. Check that the page is public.',
    'too-many-redirects': 'The address redirects too often. Use the address of the final page.',
    'too-large': 'The page is too large. Upload it as a file instead.',
    'page-took-too-long': 'The page took too long to answer. Index it again later.',
    'bad-certificate':
      'The certificate of the server is not valid. Check the address, or upload the page as a file.',
    'page-type-not-readable':
      'What lies at the address cannot be read as text ({mime}). Upload it as a document.',
    'file-lost': 'The stored file is gone. Upload it again.',
    'index-failed': 'Indexing failed unexpectedly. Index it again; if it fails again, look in the log.',
    'no-source-readable': 'None of its sources could be read. See what each of them says.',
  },
  purposes: { chat: 'chat', embeddings: 'embeddings', transcription: 'transcription', speech: 'speech' },
  ledgers: { text: 'text tokens', speech: 'speech characters', audio: 'audio seconds' },
  frees: {
    calls: 'Other calls under way hold {held} of them. Try again when they have ended.',
    reset: 'It begins anew at {resetsOn}. Wait until then, or have it raised.',
    raise: 'Have it raised, or ask for less at a time.',
  },
  unknownReason: 'It failed ({code}). Index it again; if it fails again, look in the log.',
};
