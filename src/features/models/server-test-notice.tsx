import { useTranslation } from 'react-i18next';
import type { ModelPurpose, ModelTestResult } from '#contract/models.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { ModelFaultMessage } from '#src/ui/fault/fault-message.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { ModelTest } from './use-models.ts';

/** The result of a test: the output and the time, or which side failed and what to do. */
export function ServerTestNotice({ purpose, test }: { purpose: ModelPurpose; test: ModelTest }) {
  const { t } = useTranslation('models');
  const formats = useFormats();
  const { result, error, reset } = test;
  if (error) return <FaultNotice error={error} onDismiss={reset} />;
  if (result === undefined) return null;
  const time = formats.duration(result.seconds * 1000);
  if (!result.ok)
    return (
      <Notice severity="error" title={t('test.failed', { time })} onDismiss={reset}>
        {result.fault === null ? null : (
          <div>
            <ModelFaultMessage fault={result.fault} />
          </div>
        )}
        <ModelNames result={result} />
      </Notice>
    );
  return (
    <Notice severity="success" title={t('test.works', { time })} onDismiss={reset}>
      <TestOutput purpose={purpose} result={result} />
      <ModelNames result={result} />
    </Notice>
  );
}

function TestOutput({ purpose, result }: { purpose: ModelPurpose; result: ModelTestResult }) {
  const { t } = useTranslation('models');
  const formats = useFormats();
  const { output, dimensions, bytes } = result;
  switch (purpose) {
    case 'embeddings':
      return <div>{t('test.dimensions', { count: dimensions ?? 0 })}</div>;
    case 'speech':
      return <div>{t('test.bytes', { size: formats.bytes(bytes ?? 0) })}</div>;
    case 'transcription':
      return output === '' ? (
        <div>{t('test.heardNothing')}</div>
      ) : (
        <QuotedOutput label={t('test.heard')} text={output} />
      );
    case 'chat':
      return output === '' ? (
        <div>{t('test.saidNothing')}</div>
      ) : (
        <QuotedOutput label={t('test.said')} text={output} />
      );
  }
  return null;
}

function QuotedOutput({ label, text }: { label: string; text: string }) {
  return (
    <div>
      {label} <BidiText>{text}</BidiText>
    </div>
  );
}

const MAX_MODEL_NAMES = 5;

/** Models listed by the server, shown in case the entered model is unknown to it. */
function ModelNames({ result }: { result: ModelTestResult }) {
  const { t } = useTranslation('models');
  const { models } = result;
  if (models.length === 0) return null;
  return (
    <div>
      {t('test.offers', { count: models.length })}{' '}
      {models.slice(0, MAX_MODEL_NAMES).map((model, index) => (
        <span key={model}>
          {index === 0 ? null : ' · '}
          <BidiText>{model}</BidiText>
        </span>
      ))}
      {models.length > MAX_MODEL_NAMES ? ' …' : null}
    </div>
  );
}
