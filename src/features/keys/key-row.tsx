import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyView } from '#contract/session.ts';
import { MonoText } from '#src/ui/mono-text.tsx';
import { RecordAction, RecordName, RecordRow } from '#src/ui/record-row.tsx';
import { HistoryLink } from '#src/ui/audit/history-link.tsx';
import { KeyForm } from './key-form.tsx';
import { useKeyText } from './use-key-text.ts';

type KeyRowProps = {
  view: KeyView;
  open: boolean;
  onOpen: (open: boolean) => void;
  onChanged: () => void;
  onRotate: () => void;
  onRevoke: () => void;
};

/** A key with its role, bots, caps, last use and expiry; its form opens below. */
export function KeyRow({ view, open, onOpen, onChanged, onRotate, onRevoke }: KeyRowProps) {
  const { t } = useTranslation(['keys', 'terms']);
  const keyText = useKeyText();
  const changeButton = useRef<HTMLButtonElement>(null);
  const expiry = keyText.ends(view);
  const { name } = view;
  return (
    <RecordRow
      columnWeights={[5, 4]}
      open={open}
      summary={
        <>
          <RecordName name={name} current={view.current ? t('current') : undefined}>
            <MonoText sx={{ color: 'text.tertiary' }}>{`${view.prefix}…`}</MonoText>
          </RecordName>
          <Typography component="div" variant="body2">
            {t(`terms:role.${view.role}`)} · {keyText.bots(view)}
          </Typography>
          {keyText.caps(view).map((cap) => (
            <Typography key={cap} component="div" variant="body2" sx={{ color: 'text.secondary' }}>
              {cap}
            </Typography>
          ))}
        </>
      }
      facts={
        <Box sx={{ typography: 'body2', color: 'text.secondary', minWidth: 0 }}>
          <Box sx={expiry.soon ? { color: 'saffron.ink', fontWeight: 600 } : {}}>{expiry.words}</Box>
          <div>{keyText.used(view)}</div>
          <Box sx={{ color: 'text.tertiary' }}>{keyText.made(view)}</Box>
          <HistoryLink kind="key" subject={view.id} name={name} />
          {view.manageable ? null : <Box sx={{ color: 'text.tertiary' }}>{t('notYours')}</Box>}
        </Box>
      }
      actions={
        view.manageable ? (
          <>
            {view.rotatedOn === null ? (
              <>
                <RecordAction
                  ref={changeButton}
                  label={t('change')}
                  name={t('changeNamed', { name })}
                  expanded={open}
                  onClick={() => onOpen(!open)}
                />
                <RecordAction label={t('rotate')} name={t('rotateNamed', { name })} onClick={onRotate} />
              </>
            ) : null}
            <RecordAction
              label={t('revoke')}
              name={t('revokeNamed', { name })}
              destructive
              onClick={onRevoke}
            />
          </>
        ) : null
      }
    >
      {open ? (
        <KeyForm
          view={view}
          onChanged={onChanged}
          onCancel={() => {
            onOpen(false);
            changeButton.current?.focus();
          }}
        />
      ) : null}
    </RecordRow>
  );
}
