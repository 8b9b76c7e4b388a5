import { useTranslation } from 'react-i18next';
import { createGatewayError } from '#src/api/transport/gateway-errors.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { describeError } from './describe-error.ts';

/** The failure as a sentence; a sentence of the gateway keeps its own direction. */
export function FaultMessage({ error }: { error: unknown }) {
  const { t } = useTranslation('faults');
  const { message, verbatim } = describeError(error, t);
  return verbatim ? <BidiText>{message}</BidiText> : message;
}

type ModelFault = { code: string; parameters: object; message: string };

/** The same of a fault of a model server that an answer reports. */
export function ModelFaultMessage({ fault: { code, parameters, message } }: { fault: ModelFault }) {
  const error = createGatewayError({ status: 502, fault: code, parameters: parameters as never, message });
  return <FaultMessage error={error} />;
}
