import { useTranslation } from 'react-i18next';
import type { ModelPurpose, ModelTestResult } from '#contract/models.ts';
import { describeError } from '#src/api/describe-error.ts';
import { gatewayError } from '#src/api/errors.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import type { ModelTest } from './use-models.ts';

/** How a real call to a server went: what it gave and how fast, or which side failed and what to do. */
export function TestNotice({ purpose, test }: { purpose: ModelPurpose; test: ModelTest }) {
  const { t } = useTranslation('models');
  const formats = useFormats();
  const { result, error, reset } = test;
  if (error) return <FaultNotice error={error} onDismiss={reset} />;
  if (result === undefined) return null;
  const time = formats.duration(result.seconds * 1000);
  if (!result.ok)
    return (
      <Notice severity="error" title={t('test.failed', { time })} onDismiss={reset}>
        <FaultWords result={result} />
        <Offered result={result} />
      </Notice>
    );
  return (
    <Notice severity="success" title={t('test.works', { time })} onDismiss={reset}>
      <Gave purpose={purpose} result={result} />
      <Offered result={result} />
    </Notice>
  );
}

function FaultWords({ result }: { result: ModelTestResult }) {
  const { t } = useTranslation('faults');
  if (result.fault === null) return null;
  const { code, parameters, message } = result.fault;
  const known = gatewayError({ status: 502, fault: code, parameters: parameters as never, message });
  const { message: words, asSent } = describeError(known, t);
  return <div>{asSent ? <BidiText>{words}</BidiText> : words}</div>;
}

function Gave({ purpose, result }: { purpose: ModelPurpose; result: ModelTestResult }) {
  const { t } = useTranslation('models');
  const formats = useFormats();
  const { said, dimensions, bytes } = result;
  switch (purpose) {
    case 'embeddings':
      return <div>{t('test.dimensions', { count: dimensions ?? 0 })}</div>;
    case 'speech':
      return <div>{t('test.bytes', { size: formats.bytes(bytes ?? 0) })}</div>;
    case 'transcription':
      return said === '' ? <div>{t('test.heardNothing')}</div> : <Said words={t('test.heard')} text={said} />;
    case 'chat':
      return said === '' ? <div>{t('test.saidNothing')}</div> : <Said words={t('test.said')} text={said} />;
  }
  return null;
}

function Said({ words, text }: { words: string; text: string }) {
  return (
    <div>
      {words} <BidiText>{text}</BidiText>
    </div>
  );
}

const SHOWN = 5;

/** Names that it would know, most useful where it does not know the one that was given. */
function Offered({ result }: { result: ModelTestResult }) {
  const { t } = useTranslation('models');
  const { models } = result;
  if (models.length === 0) return null;
  return (
    <div>
      {t('test.offers', { count: models.length })}{' '}
      {models.slice(0, SHOWN).map((model, at) => (
        <span key={model}>
          {at === 0 ? null : ' · '}
          <BidiText>{model}</BidiText>
        </span>
      ))}
      {models.length > SHOWN ? ' …' : null}
    </div>
  );
}
