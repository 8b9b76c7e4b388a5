import { en } from '#contract/words/en.ts';
import { faultResources } from '#src/i18n/resources/shared-words.ts';

export const { nouns } = en;

export const faults = {
  ...faultResources(en),
  /** Headings, by the kind of failure. */
  title: {
    invalid: 'The gateway rejected the request',
    unauthorized: 'Key not accepted',
    quota: 'Not enough quota',
    forbidden: 'Not allowed with this key',
    missing: 'Not found',
    conflict: 'Changed in the meantime',
    tooLarge: 'Too large',
    unsupported: 'Type not accepted',
    busy: 'Too many requests at once',
    server: 'Gateway error',
    behind: 'A server behind the gateway failed',
    proxy: 'No valid response from the gateway',
    unavailable: 'Not available right now',
    unreachable: 'The gateway does not respond',
    blocked: 'Address blocked by the security policy',
    cors: 'The gateway did not answer this request',
    notJson: 'This address is not a gateway',
    cut: 'The answer was cut off',
    unsupportedCall: 'This gateway does not know this request',
    streamForm: 'This gateway streams in a form this dashboard does not know',
    mismatch: 'This gateway responds in another form',
    unknown: 'Something went wrong on this page',
  },
  client: {
    unreachable: '{{baseUrl}} does not respond. Check that it is running and that this device can reach it.',
    timedOut: '{{baseUrl}} did not respond in time. It may be busy.',
    blocked:
      'The security policy of this page does not allow {{baseUrl}}. Add the address to FIHRIST_CONNECT_TO on the server of this page, then restart it.',
    cors: '{{baseUrl}} is running, so its CORS settings most likely refuse this request from {{origin}}. Set FIHRIST_UPSTREAM to {{baseUrl}} on the server of this page, restart it and sign in with an empty base URL: the server then passes requests on. Or ask whoever runs the gateway to allow this origin.',
    corsPassedOn:
      '{{baseUrl}} is running, so its CORS settings most likely refuse this request from {{origin}}. Sign in with an empty base URL: the server of this page then passes requests on.',
    notJson: '{{baseUrl}} responded with status {{status}}, but not with JSON. Check the base URL.',
    cut: 'The stream ended early, so the answer is incomplete.',
    unsupportedCall: 'Nothing was changed. The request is not offered again during this visit.',
    streamForm:
      'The stream is complete, but its events have names that are not known here, so none of their text is shown. The request may have been charged. Asked whole, the answer arrives in one piece. This is remembered, and can be changed in the settings.',
    mismatch: 'The response arrived, but a part that is needed to show it is missing or has another form.',
    mismatchEvent: 'A part of the stream has another form. Neither that part nor what followed is shown.',
    noWords: 'The gateway responded with status {{status}} and no explanation.',
    proxy:
      'Status {{status}} came without an explanation, most likely from a proxy in front of the gateway. Check that the gateway is running, then try again.',
  },
  /** A list that was cut. */
  listAndMore: '{{list}} and {{more}} more',
  details: 'Details',
  requestId: 'Request ID: {{id}}',
  quotaFigure: 'Used: {{used}} of {{total}}. Left: {{left}}.',
  next: {
    connect: 'Go to sign-in',
    connection: 'Change the connection',
    quota: 'View usage',
    raise: 'Raise the quota',
    raiseCap: 'Raise the cap',
    retry: 'Try again',
    retryNow: 'Try again now',
    retryIn: 'Trying again in {{seconds, second}}',
    /** In place of a stream that cannot be read. */
    whole: {
      streamAnswer: 'Ask whole',
      streamChat: 'Ask whole',
      streamTranscribe: 'Transcribe whole',
      streamSynthesize: 'Request whole audio',
    },
  },
  /** While nothing comes. */
  quiet: { begun: 'Nothing new for {{time}}', nothing: 'No answer for {{time}}' },
  remedyUnknown: 'Open the unit',
  repair: 'Replace source',
  repairAddress: 'Change address',
} as const;
