import type { Words } from './words.ts';

export const en: Words = {
  language: 'en',
  faults: {
    'invalid-key': 'The key is unknown, revoked or expired.\nUse another key.',
    'code-used': 'This sign-in link was already used or has expired.\nPrint a new one with "npm run link".',
    'too-many-attempts':
      'Too many wrong keys came from this address.\nCheck the key and try again in {seconds, second}.',
    'host-not-allowed':
      'This server does not serve the host name {host}.\nTo use that name, set {setting} to its address and restart the server.',
    'bot-missing': 'The x-bot header is missing.\nSend the bot ID in it.',
    'not-allowed': 'This key does not allow this action here.\nUse another key or another bot.',
    'link-expired': 'This file address has expired or was changed.\nOpen the unit again to get a new one.',
    'no-such-endpoint': 'Nothing was found at {path}.\nCheck the base URL and the model family in the path.',
    'unit-not-found': 'Unit {id} does not exist in this bot.\nCheck the ID. It may have been deleted.',
    'unit-not-in-bin':
      'Unit {id} is no longer in the bin.\nIt was restored or permanently deleted. Reload the list.',
    'key-not-found': 'This key does not exist. It may have been revoked.\nReload the list.',
    'key-paused': 'The key “{name}” is paused.\nAsk an owner to resume it.',
    'last-owner-key':
      'Bot {bots} would be left without an owner key that is valid for a week or longer.\nCreate another owner key first.',
    'key-rotated': 'This key was replaced by a new one and can only be revoked.\nChange the new key instead.',
    'person-not-found': 'This person does not exist. Somebody may have removed them.\nReload the list.',
    'key-exceeds-person':
      '{name} may do less than this key.\nNarrow role or bots of the key first, or change the person.',
    'key-without-bots': 'At least one bot is needed.\nName one in "bots", or set "allBots".',
    'owner-key-capped':
      'An owner key cannot have caps, since owners set quotas and create keys.\nLeave "caps" empty.',
    'bot-not-found':
      'Bot {id} does not exist or is not available to this key.\nCheck the ID. It may have been deleted.',
    'bot-archived':
      'This bot is archived. It can be read, but not asked or changed.\nAsk an owner to restore it.',
    'stale-bot':
      'The bot was changed in the meantime.\nRead it again, then send your change with the new ETag.',
    'bot-from-settings':
      'Bot {id} cannot be deleted because {setting} names it.\nName another bot there, or archive this one.',
    'last-bot': 'The last bot cannot be deleted.\nCreate another one first.',
    'file-not-found': 'This file is no longer stored.\nUpload it again.',
    'file-changed': 'This stored file was changed or damaged after the upload.\nUpload it again.',
    'method-not-allowed': '{method} is not available here.\nUse {allowed}.',
    'stale-unit':
      'The unit was changed in the meantime ({changed}).\nRead it again, then send your change with the new ETag.',
    'update-not-held':
      'No newer text of source {id} waits for a decision.\nRead the unit again. Someone may have decided already.',
    'version-not-found':
      'The unit has no version {number}.\nRead its versions again. Versions are removed some time after they were replaced.',
    'version-live': 'Version {number} is the one that answers already.\nChoose an earlier one.',
    'version-not-kept':
      'The text of version {number} is not kept any more.\nChoose another version, or replace the sources of the unit.',
    'publication-past': 'The time to publish is in the past.\nChoose a later one, or publish now.',
    'draft-moved':
      'The draft {number} of {title} was changed, published or discarded in the meantime.\nRead the drafts again.',
    'draft-not-indexed':
      'The draft {number} of {title} is not indexed yet, so it cannot be tested.\nTry again when its index has been made.',
    'passage-moved':
      'The text was replaced in the meantime.\nRead the passages again, then repeat the change.',
    'passage-not-editable':
      'This passage was read by an earlier version of the gateway and cannot be changed.\nIndex the unit again first.',
    'edit-empty': 'The change has no text.\nEnter the new text, or hide the old one.',
    'edit-not-found': 'Edit {id} is not in effect.\nRead the edits again. Someone may have taken it back.',
    'source-not-found':
      'This source is no longer part of the unit, which now has: {sources}.\nRead the unit again. Someone may have replaced or removed source {id}.',
    'sources-full': 'A unit has at most {max} sources.\nRemove one first, or add another unit.',
    'last-source': '{name} is the only source of this unit.\nReplace it, or delete the unit.',
    'synonyms-not-found':
      'Synonym group {id} does not exist in this bot.\nReload the list. It may have been deleted.',
    'stale-synonyms':
      'The group was changed in the meantime. It is now: {expressions}.\nCheck it, then send your change with the new ETag.',
    'synonyms-same':
      '"{first}" and "{second}" are the same in search: they differ only in diacritics, hamza forms or case.\nRemove one of them.',
    'synonyms-without-words': '"{expression}" contains no word.\nEnter letters or digits.',
    'synonyms-too-long': '"{expression}" is longer than {max, word}.\nShorten it.',
    'synonyms-too-few':
      'A group needs at least {min, expression}.\nSeparate them with = or put each in its own cell.',
    'synonyms-known': 'Group {id} already has all of these: {expressions}.\nChange that group instead.',
    'synonyms-full': 'This bot has reached its limit of {max, group} of synonyms.\nDelete some groups first.',
    'webhook-not-found':
      'Webhook {id} does not exist in this bot.\nReload the list. It may have been deleted.',
    'webhooks-full': 'This bot has reached its limit of {max, webhook}.\nDelete one first.',
    'webhook-off': 'Webhook "{name}" is off.\nTurn it on first.',
    'delivery-not-found':
      'Delivery {id} does not exist in this bot.\nCheck the ID. Deliveries are kept for 30 days.',
    'job-not-found':
      'This job is no longer in the queue. It may have finished or been cancelled.\nReload the list.',
    'run-not-found':
      'This run does not exist. It was deleted, or its time was over.\nAsk the question again.',
    'run-not-testable':
      'Nothing of this run can be expected again: it has no complete answer, or not these passages.\nState what a right answer must have.',
    'test-not-found': 'There is no test {id}.\nCheck the list of tests.',
    'test-set-not-found': 'There is no test set {id}.\nCheck the list of sets.',
    'contradiction-not-found': 'There is no contradiction {id}.\nIt may have been resolved: reload the list.',
    'report-not-found': 'There is no report {id}.\nCheck the inbox.',
    'report-closed': 'Report {id} is closed already.\nReload the inbox to see by whom.',
    'evaluation-not-found': 'There is no evaluation {id}.\nEvaluations are kept for 400 days.',
    'tests-full': 'This bot has {max} tests, the maximum.\nDelete tests that are no longer needed.',
    'test-sets-full': 'This bot has {max} test sets, the maximum.\nDelete sets that are no longer needed.',
    'test-set-known': 'There is a set "{name}" already (ID {id}).\nUse that set, or choose another name.',
    'expectation-empty': 'This expectation states nothing.\nAdd a quote, words or a band.',
    'job-recurring': 'Jobs of this kind run on a schedule and cannot be cancelled.\nPause the kind instead.',
    'job-running': 'This job is already running.\nWait until it ends.',
    'embedding-paused-for-all':
      'Embedding is paused for all bots.\nResume it for all bots on the page Background work.',
    'body-type': 'The request has the wrong media type.\nSend it as {expected}.',
    'type-not-accepted': '{type} files are not accepted.\nAccepted types: {accepted}.',
    'type-unknown': 'The type of this file is not recognized.\nAccepted types: {accepted}.',
    'content-mismatch':
      'This is not a valid {extension} file: its content is damaged or of another type.\nOpen it in its own program, save it again, then upload that.',
    'old-office-format':
      'The old format {extension} cannot be read.\nSave the file as {saveAs} and upload that.',
    'range-unsatisfiable':
      'The range is outside the file, which has {size} bytes.\nRequest a range inside it.',
    'request-malformed':
      'The request is not valid HTTP, or its Host header cannot be read.\nCheck the address and the headers.',
    'headers-too-large': 'The headers are larger than {limitKilobytes} kB.\nSend shorter ones.',
    'body-too-slow': 'The request did not arrive within {seconds, second}.\nSend it again.',
    'body-too-large': 'The request is larger than {limitBytes} bytes.\nSend less at once.',
    'file-too-large':
      'The file is larger than {limitMegabytes} MB.\nSplit it, or ask the operator to raise FIHRIST_MAX_UPLOAD_MB.',
    'malformed-json': 'The request is not valid JSON.\nCheck its quotes, commas and brackets.',
    'malformed-form': 'The form cannot be read.\nSend it as multipart/form-data with its boundary.',
    'invalid-field': '{field} {issue}.',
    'file-missing': 'The form has no file.\nAdd one as the field {field}.',
    'file-empty': 'The file is empty.\nChoose a file with content.',
    'type-contradicts': 'Model.FileType is {sent}, but the content is {found}.\nCorrect it or leave it out.',
    'cannot-convert':
      'A {from} file cannot be converted to {to}: {reason}.\nUpload it without ConvertAttachmentTo.',
    'bot-differs':
      'The path names bot {path}, and the x-bot header names bot {header}.\nSend the same ID in both.',
    'title-taken': 'Unit {id} already has the title "{title}".\nChoose another title.',
    'file-not-of-bot': 'No file {path} was uploaded for this bot.\nUpload it first.',
    'file-url-foreign':
      'FileUrl {url} does not belong to this gateway.\nSend the FileURL that the upload returned.',
    'file-size-differs':
      'FileSize is {sent}, but the stored file has {stored} bytes.\nSend the size of the uploaded file.',
    'file-not-readable': '{name} ({mime}) contains no text to read.\nAdd a document instead.',
    'url-not-allowed':
      'Access to {url} is not allowed.\nUse a public http or https address, or ask the operator to allow it (FIHRIST_ALLOW_PRIVATE_URLS).',
    'host-not-listed':
      'This bot accepts pages only from {hosts}, and {url} is on another host.\nUse another address, or add the host in the bot settings.',
    'key-reused': 'This Idempotency-Key was already used for another request.\nSend a new key.',
    'indexes-empty': 'IndexNames is empty.\nName at least one index.',
    'indexes-unknown':
      'No unit has the title: {names}.\nCheck the spelling. Index names are the titles of units.',
    'indexes-not-ready': 'These units are not ready yet: {names}.\nWait until they are ready.',
    'indexes-off': 'These units are switched off: {names}.\nSwitch them on, or ask other units.',
    'indexes-not-yet-valid':
      'These units are not valid yet: {names}.\nThe first one is valid from {validFrom}. Wait, ask other units or change the date.',
    'indexes-expired':
      'These units have expired: {names}.\nThe last one was valid until {validUntil}. Ask other units or change the date.',
    'indexes-unavailable':
      'None of these units can be searched now: {names}.\nThey are switched off, outside their dates or not ready. Open each unit to see why.',
    'nothing-available':
      'Every ready unit of this bot is switched off or outside its dates.\nSwitch a unit on or change its dates.',
    'nothing-to-search': 'This bot has no ready unit.\nAdd one and wait until it is ready.',
    'stream-flag': 'IsStream must be {expected} here.\nCorrect it, or use the other endpoint.',
    'record-missing': 'There is no audio.\nSend a file in Record, or an address in RecordUrl.',
    'sample-rate-missing':
      'The sample rate is missing.\nSend SampleRate, or set SetDefaultSampleRate to true.',
    'model-unreachable':
      'The {purpose} server ({model}) does not respond.\nIts operator should check that it is running and that its address is correct.',
    'model-key-refused':
      'The {purpose} server ({model}) rejects the key that this gateway has for it.\nAn owner should set another key under Settings, Model servers.',
    'model-unknown':
      'The {purpose} server has no model called {model}.\nAn owner should choose one that it has.',
    'model-rejected': 'The {purpose} server ({model}) rejected the request (status {status}).\n{detail}',
    'model-busy': 'The {purpose} server ({model}) is busy.\nTry again in {seconds, second}.',
    'model-failed':
      'The {purpose} server ({model}) failed with status {status}.\nTry again. If it keeps failing, its operator should check it.',
    'model-invalid-response':
      'The {purpose} server ({model}) sent an invalid response.\nIts operator should check its address and what is running there.',
    'model-timeout':
      'The {purpose} server ({model}) sent nothing for {seconds, second}.\nTry again, or raise its timeouts under Settings, Model servers.',
    'model-truncated': 'The response of the {purpose} server ({model}) was cut off.\nTry again.',
    'model-empty':
      'The {purpose} server ({model}) returned no text.\nA reasoning model may have used up its tokens: raise MaxTokens, or ask again.',
    'model-response-too-large':
      'The {purpose} server ({model}) was stopped: its response exceeded every limit.\nIts operator should check what is running there.',
    'model-address-refused': 'No model server is allowed at {url}.\nEnter another address.',
    'model-not-set': 'No {purpose} server is saved here.\nReload the settings.',
    'stale-model':
      'The settings of the {purpose} server were changed in the meantime.\nRead them again, then send your change.',
    'model-key-lost':
      'The key of the {purpose} server ({model}) cannot be read: it was sealed with the sealing key of another data folder.\nAn owner should enter it again under Settings, Model servers.',
    'model-key-needed':
      'The {purpose} server has a new address, and the saved key belongs to the old one.\nEnter its key again, or null for none.',
    'image-unreadable':
      'Image {position} is not a PNG, JPEG, GIF or WebP.\nSend another one, as an https address or a data URI.',
    'image-too-large':
      'Image {position} is larger than {limitMegabytes} MB, or all images together exceed {totalMegabytes} MB.\nSend smaller images.',
    'image-not-fetched': 'Image {position} could not be fetched: {reason}.\nSend it as a data URI.',
    'chat-too-long':
      'The message is too long: it has about {tokens, token}, and message and answer share {max}.\nSend a shorter one.',
    'record-unreadable':
      'The recording could not be read: {reason}.\nSend WAV, MP3, M4A, MP4, OGG, FLAC or WebM.',
    'record-format-rejected':
      'The transcription server ({model}) does not accept {codec} audio (status {status}).\nSend WAV, MP3, OGG, FLAC or WebM.',
    'record-format-failed':
      'The transcription server ({model}) failed with status {status} on {codec} audio.\nTry again, or send WAV, MP3, OGG, FLAC or WebM.',
    'record-not-fetched':
      'The recording at {url} could not be fetched: {reason}.\nCheck the address, or send the file itself.',
    'record-ambiguous': 'Record and RecordUrl were both sent.\nSend only one of them.',
    'sample-rate-differs':
      'SampleRate is {sent} Hz, but the file has {found, or} Hz.\nSend the correct rate, or set SetDefaultSampleRate to true.',
    'format-not-offered':
      '{format} needs timestamps, which the transcription server does not provide.\nUse {offered}.',
    'translation-not-offered':
      'Translation to {target} is not available. Available: {offered}.\nLeave out the target language, or ask an owner to set up a chat server.',
    'speaker-unknown': 'There is no speaker called {speaker}.\nChoose one of {speakers}.',
    'language-not-offered': 'No speaker supports {language}.\n{speaker} supports {languages}.',
    'speaker-language-mismatch':
      '{speaker} supports {languages}, but not {language}.\nSpeakers of {language}: {speakers}.',
    'days-out-of-range':
      'The range from {from} to {to} is empty, ends in the future or is longer than {max, day}.\nChoose another range.',
    'no-ledger': 'This bot has no quota of {ledger}.\nAsk an owner to set one up.',
    'quota-exceeded':
      'Not enough quota: this request may use {needed} {ledger}, and {left} of {total} are left.\n{frees}',
    'key-cap-exceeded':
      'The key “{name}” has used {used} of its cap of {total} {ledger}. This request may use {needed}, and {left} are left.\n{frees}',
    'too-many-calls':
      'This key reached its limit of {limit, request} in progress.\nTry again in {seconds, second}.',
    'search-queue-full': 'Too many questions are waiting at this gateway.\nTry again in {seconds, second}.',
    internal: 'An unexpected error occurred in the gateway.\nLook up request {requestId} in its log.',
    'data-damaged':
      'The data of the gateway is damaged.\nAsk the operator of the gateway to restore the last backup.',
    'indexes-damaged':
      'The search index of {names} is damaged.\nIndex the unit again. If it happens again, ask the operator of the gateway to check the disk.',
    'upstream-unreachable':
      'The gateway at {upstream} does not respond.\nCheck that it is running, and the setting FIHRIST_UPSTREAM.',
    'model-not-configured':
      'No model server is set up for this.\nAsk an owner to add one under Settings, Model servers, or set {setting} and restart the gateway.',
    'client-disconnected': 'The client closed the connection.',
    'shutting-down': 'The gateway is shutting down.\nTry again when it is back.',
    'database-busy': 'The database is busy.\nTry again in {seconds, second}.',
    'storage-unavailable':
      'The file storage does not respond.\nTry again in {seconds, second}. If it happens again, ask the operator of the gateway to check the storage.',
    'storage-full': 'There is no space left to store this.\nFree some space, then send it again.',
  },
  onScreen: {
    'bot-missing': 'No bot is selected. Add the bot ID to this connection.',
    'key-without-bots': 'Choose at least one bot.',
    'owner-key-capped':
      'An owner key cannot have caps, since owners set quotas and create keys. Remove them.',
    'stale-bot': 'Someone else changed this bot. Reload it, then make your change.',
    'stale-unit': 'Someone else changed this unit ({changed}). Reload it, then make your change.',
    'passage-moved':
      'Someone else changed this text. Close this, reload the page and make your change again.',
    'passage-not-editable':
      'This passage was read by an earlier version. Index the unit again, then change it.',
    'edit-empty': 'Enter the new text.',
    'edit-not-found': 'This edit is no longer in effect. Reload the page.',
    'update-not-held': 'No new text of this source waits for a decision. Reload the page.',
    'version-not-found': 'This version no longer exists. Choose another one.',
    'draft-moved': 'Someone else changed, published or discarded the draft of {title}. Reload the page.',
    'source-not-found': 'Someone else has replaced or removed this source. The unit now has: {sources}.',
    'synonyms-not-found': 'This group no longer exists. Someone may have deleted it.',
    'stale-synonyms': 'Someone else changed this group. It is now: {expressions}.',
    'webhook-not-found': 'This webhook no longer exists. Someone may have deleted it.',
    'delivery-not-found': 'This delivery no longer exists. Deliveries are kept for 30 days.',
    'malformed-form': 'The gateway could not read the form. Send the file again.',
    'invalid-field': '{field}: {issue}.',
    'file-missing': 'No file was sent ({field}). Choose one.',
    'type-not-accepted': '{type} files are not supported. Save it as PDF, DOCX or TXT, then upload that.',
    'type-unknown': 'The type of this file is not recognized. Save it as PDF, DOCX or TXT, then upload that.',
    'type-contradicts': 'The file was sent as {sent}, but its content is {found}.',
    'cannot-convert': 'A {from} file cannot be converted to {to}: {reason}. Upload it as it is.',
    'bot-differs':
      'The address names bot {path}, and the connection names bot {header}. Check the bot of this connection.',
    'file-url-foreign': '{url} does not belong to this gateway. Upload the file again.',
    'file-size-differs':
      'The file was sent with a size of {sent} bytes, but has {stored} bytes. Upload it again.',
    'key-reused': 'This request was already sent with different content. Send it again.',
    'indexes-empty': 'No unit is selected. Choose at least one.',
    'indexes-unknown': 'No unit has the title: {names}. Check the spelling, or choose from the list.',
    'record-missing': 'There is no audio. Choose a file or enter an address.',
    'speaker-unknown': 'There is no voice called {speaker}. Choose one of {speakers}.',
    'language-not-offered': 'No voice supports {language}. {speaker} supports {languages}.',
    'speaker-language-mismatch':
      '{speaker} supports {languages}, but not {language}. Voices for {language}: {speakers}.',
    'sample-rate-missing': 'The sample rate is missing. Enter one, or use the default.',
    'model-empty':
      'The {purpose} server ({model}) returned no text. A reasoning model may have used up its tokens: allow a longer answer, or ask again.',
    'stale-model': 'Someone else changed the settings of the {purpose} server.',
    'sample-rate-differs':
      'The sample rate is set to {sent} Hz, but the file has {found, or} Hz. Enter the correct rate, or use the default.',
  },
  reasons: {
    'empty-file': 'The file is empty\nUpload a file with content',
    'no-text': 'Too little text was found\nUse a document or a page with text',
    'pictures-of-text':
      'The file contains only images of text\nUpload a version with text, or turn on OCR (FIHRIST_OCR=on)',
    'pictures-unreadable': 'No text was recognized in its images\nUpload a sharper scan',
    'letters-scrambled':
      'Its characters cannot be decoded\nUpload the original, or turn on OCR (FIHRIST_OCR=on)',
    'password-protected': 'The file is password-protected\nUpload an unlocked copy',
    damaged: 'The file is damaged or incomplete\nSave it again and upload that',
    'not-readable-type': 'This file type contains no readable text\nSave it as PDF, DOCX or TXT',
    'too-large-inside': 'The file is too large when unpacked\nSplit the document',
    'converted-too-large':
      'The converted file would be larger than {megabytes} MB\nSplit the document into smaller files',
    'too-deep': 'The file is nested too deeply\nSave it again in the original program',
    'too-long': 'The unit would have more than {passages, passage}\nSplit the document into several units',
    'out-of-memory':
      'Reading the file needs more than {megabytes} MB of memory\nSplit the document into smaller files',
    timeout:
      'Reading the file took more than {seconds, second}\nSplit the document into smaller files, or index it again when the server is less busy',
    'reader-crashed': 'Reading the file failed unexpectedly\nSave it in another format, such as DOCX',
    'encoding-unknown':
      'The character encoding could not be detected\nSave the file as UTF-8 and upload it again',
    'encoding-guessed': 'The character encoding was detected automatically\nCheck the passages',
    'letters-damaged': 'Some characters could not be read\nCheck the passages',
    'hidden-text-dropped': 'Hidden text was skipped\nCheck the passages',
    'struck-text-dropped': 'Deleted or struck-out text was skipped\nCheck the passages',
    'text-left-out': 'Text beside the main content of the page was skipped\nCheck the passages',
    'frames-skipped':
      'Text in embedded frames was skipped\nAdd the address of the frame as a source of its own',
    'filtered-rows-read': 'Rows hidden by a filter were read\nDelete the rows if they no longer apply',
    'formulas-without-value':
      'Some formulas have no stored result\nOpen the workbook in a spreadsheet program, save it, and upload it again',
    'attachments-skipped': 'Attachments were skipped ({files, file})\nUpload the attachments as files',
    'pictures-skipped':
      'Large images were skipped with any text in them ({pictures, image})\nAdd that text, or save as PDF and turn on OCR (FIHRIST_OCR=on)',
    'pages-without-text':
      'Some pages have no text\nUpload a version with text, or turn on OCR (FIHRIST_OCR=on)',
    'read-by-ocr':
      'Text of {pages, page} was recognized from images, confidence {confidence}%\nCheck the passages',
    'parts-skipped': 'Some unreadable parts were skipped\nCheck the passages',
    truncated: 'Only the beginning was read\nSplit the document',
    'url-invalid': 'The address is not valid\nCorrect the address',
    'address-not-allowed':
      'The address leads to a private network\nUse a public address, or ask the operator to allow it (FIHRIST_ALLOW_PRIVATE_URLS)',
    'host-not-listed': 'This bot accepts no content from {host}\nAdd the host in the bot settings',
    'name-not-found': 'The host name does not exist\nCheck the address',
    unreachable: 'The server does not respond\nTry again later',
    'http-status': 'The address could not be opened ({status})\nCheck the address, or try again later',
    'too-many-redirects': 'The address redirects too often\nUse the final address',
    'too-large': 'The content is too large\nUpload it as a file',
    'page-timeout': 'The server took too long to respond\nTry again later',
    'compression-not-readable':
      'The server compressed the page in a way that cannot be read\nUpload the page as a file',
    'sign-in-page': 'The address leads to a sign-in page\nUse an address that is public',
    'error-page': 'The server shows an error page at this address\nCheck the address',
    'blocked-page': 'The server asks whether a person is reading the page\nUpload the page as a file',
    'page-without-text': 'The page shows its text only with scripts or in frames\nUpload the page as a file',
    'held-other-host': 'The address now leads to {host}\nCompare the new text with the old text',
    'held-home-page':
      'The address now leads to the home page of its site\nChange the address, or compare the new text with the old text',
    'held-sign-in': 'The address now shows a sign-in form\nCompare the new text with the old text',
    'held-challenge':
      'The server now asks whether a person is reading the page\nUpload the page as a file, or compare the new text with the old text',
    'held-error':
      'The address now shows an error page\nCheck the address, or compare the new text with the old text',
    'held-consent':
      'The address now asks for consent before it shows the page\nUpload the page as a file, or compare the new text with the old text',
    'held-other-language':
      'The page is now in another language\nUse the address of the former language, or compare the new text with the old text',
    'held-empty': 'The page is now almost empty\nTry again later, or compare the new text with the old text',
    'held-shorter':
      'The page now has only {percent}% of its former text\nCompare the new text with the old text',
    'tests-lost': 'No longer passing: {tests, test}\nCompare the answers, then publish or discard the draft',
    'edit-conflict':
      'The source changed in the place of {edits, edit}\nCompare the texts, then publish or take the edits back',
    'schedule-outdated':
      'The sources of this draft were read again after its time was set\nSee what changed, then publish the draft or set its time again',
    'draft-discarded': 'Its draft was discarded\nRead it again, or delete it',
    'replaced-other-language':
      'The text is in another language than the text that it replaced\nCheck that this is the right source',
    'replaced-empty':
      'The text is almost empty, unlike the text that it replaced\nCheck that this is the right source',
    'replaced-shorter':
      'The text is {percent}% of the length of the text that it replaced\nCheck that this is the right source',
    'bad-certificate': "The server's certificate is not valid\nCheck the address",
    'page-type-not-readable': 'The content type {mime} cannot be read\nUpload it as a document',
    'file-lost': 'The stored file is missing\nUpload it again',
    'file-changed': 'The stored file was changed or damaged\nUpload it again',
    'disk-full': 'Waiting: the disk of the server is full\nIndexing continues by itself once there is space',
    'data-damaged':
      'The data of the gateway is damaged\nAsk the operator of the gateway to restore the last backup',
    'index-failed': 'Indexing failed unexpectedly\nIndex it again',
    'indexing-interrupted':
      'Processing was interrupted: the process was stopped or ran out of memory\nIndex it again',
    cancelled: 'Indexing was cancelled\nIndex it again',
    'no-source-readable': 'None of the sources could be read\nCheck each source',
  },
  unknownReason: 'An unknown problem occurred ({code})\nIndex it again',
  causes: {
    'record-empty': 'it is empty',
    'not-sound': 'it is not an audio file of a known format',
    'sound-damaged': 'it is damaged or contains no audio',
    'no-sound-track': 'the video has no audio',
    'sound-codec-unknown': 'its audio codec is not supported',
    'sound-not-divisible':
      'its audio codec is not supported, and it is too long or too large to be passed on whole',
    'too-many-channels': 'it has more than 16 channels',
    'odd-sample-rate': 'its sample rate is not between 1,000 and 768,000 Hz',
    'sound-too-large-inside': 'it is too large when unpacked',
    'sound-timeout': 'decoding took too long',
    'decoder-crashed': 'decoding failed unexpectedly',
  },
  frees: {
    calls: 'Requests in progress hold {held} of them. Try again when they have finished.',
    reset: 'Usage resets on {resetsOn}. Wait until then, or ask an owner to raise the limit.',
    raise: 'Ask an owner to raise the limit, or request less at once.',
    unknown: 'Ask an owner to raise the limit, or wait until usage resets.',
  },
  ledgers: { text: 'text tokens', speech: 'speech characters', audio: 'audio seconds' },
  purposes: { chat: 'chat', embeddings: 'embeddings', transcription: 'transcription', speech: 'speech' },
  quotas: { text: 'Text quota', speech: 'Text-to-speech quota', audio: 'Speech-to-text quota' },
  alerts: {
    share: '{quota}: {threshold} used',
    shareUsed: '{quota}: {threshold} reached ({used} of {total} used)',
    usedUp: '{quota}: used up ({used} of {total})',
    forecast: '{quota}: at the current rate it runs out early',
    forecastDay: '{quota}: at the current rate it runs out on {day}',
    forecastEnds: '{quota}: at the current rate it runs out on {day}, before it resets on {ends}',
    forecastHour: '{quota}: at the rate of the last hour it runs out on {day}',
    forecast24Hours: '{quota}: at the rate of the last 24 hours it runs out on {day}',
    rate: 'Average per day: {burnRate}',
    quotaExceeded: '{quota}: used up, requests are being rejected',
    capExceeded: '{quota}: a request was rejected because a key reached its cap',
    capShare: '{name} reached {threshold} of its cap ({used} of {total})',
    capReached: '{name} reached its cap ({used} of {total})',
    needed: 'The last request needed up to {needed}, and {left} were left',
    topKey: '“{name}” used {share}',
    topRejected: '“{name}” made {share} of them',
    rateLimited: 'Requests were rejected because too many were in progress at once',
    rateLimitedCount:
      '{calls, request} rejected within {minutes, minute} because too many were in progress at once',
  },
  alertMessage: {
    test: 'Bot {bot}: this is a test. Alerts of this bot will arrive here.',
    fired: 'Bot {bot}: {sentences}.',
    cleared: 'Bot {bot}: resolved. {sentences}.',
    resets: 'It resets on {ends}.',
    now: 'Used now: {used} of {total}.',
    tests: 'Bot {bot}: tests that no longer pass: {count}. First: {question}',
    units: 'Changed: {units}.',
    held: 'Bot {bot}: tests that would no longer pass if drafts went live: {count}. First: {question}',
    heldUnits: 'Held: {units}.',
    reports: 'Bot {bot}: reports closed: {count}. First: {question}',
    byTest: 'Its test passes.',
    byPerson: 'Closed by {name}.',
  },
  percentSign: '%',
  more: 'and {count} more',
  nouns: {
    character: { one: '{n} character', other: '{n} characters' },
    day: { one: '{n} day', other: '{n} days' },
    edit: { one: '{n} edit', other: '{n} edits' },
    expression: { one: '{n} expression', other: '{n} expressions' },
    group: { one: '{n} group', other: '{n} groups' },
    minute: { other: '{n} min' },
    page: { one: '{n} page', other: '{n} pages' },
    file: { one: '{n} file', other: '{n} files' },
    image: { one: '{n} image', other: '{n} images' },
    passage: { one: '{n} passage', other: '{n} passages' },
    request: { one: '{n} request', other: '{n} requests' },
    second: { other: '{n} s' },
    test: { one: '{n} test', other: '{n} tests' },
    token: { one: '{n} token', other: '{n} tokens' },
    webhook: { one: '{n} webhook', other: '{n} webhooks' },
    word: { one: '{n} word', other: '{n} words' },
  },
};
