import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useAskedWhole } from '#src/api/hooks/use-asked-whole.ts';
import type { StreamId } from '#src/api/transport/connection.ts';
import { UnknownStreamFormError } from '#src/api/transport/gateway-errors.ts';

type WholeRemedyProps = {
  error: unknown;
  stream: StreamId;
  /** Asks again; undefined where nothing can be asked now. */
  onAsk: (() => void) | undefined;
};

/** After a stream in a form that is not known: the same asked whole, which costs again and so waits for a person. */
export function WholeRemedy({ error, stream, onAsk }: WholeRemedyProps) {
  const { t } = useTranslation('faults');
  const { setAskedWhole } = useAskedWhole();
  if (!(error instanceof UnknownStreamFormError) || onAsk === undefined) return null;
  return (
    <Button
      variant="outlined"
      size="small"
      onClick={() => {
        setAskedWhole(stream, true);
        onAsk();
      }}
    >
      {t(`next.whole.${stream}`)}
    </Button>
  );
}
