import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyView } from '#contract/session.ts';
import { TextLink } from '#src/components/link-button.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { RecordName, RecordRow } from '#src/components/record-row.tsx';
import { useHistoryPath } from '#src/history/use-history-path.ts';
import { KeyForm } from './key-form.tsx';
import { useKeyWords } from './use-key-words.ts';

type KeyRowProps = {
  view: KeyView;
  open: boolean;
  onOpen: (open: boolean) => void;
  onChanged: () => void;
  onRotate: () => void;
  onRevoke: () => void;
};

/** A key: whose it is, what it opens, when it was used and when it ends; changing it opens below. */
export function KeyRow({ view, open, onOpen, onChanged, onRotate, onRevoke }: KeyRowProps) {
  const { t } = useTranslation(['keys', 'terms']);
  const words = useKeyWords();
  const opener = useRef<HTMLButtonElement>(null);
  const history = useHistoryPath({ kind: 'key', subject: view.id });
  const end = words.ends(view);
  const { name } = view;
  return (
    <RecordRow
      parts={[5, 4]}
      open={open}
      what={
        <>
          <RecordName name={name} current={view.current ? t('current') : undefined}>
            <MonoText sx={{ color: 'text.tertiary' }}>{`${view.prefix}…`}</MonoText>
          </RecordName>
          <Typography component="div" variant="body2">
            {t(`terms:role.${view.role}`)} · {words.bots(view)}
          </Typography>
          {words.caps(view).map((cap) => (
            <Typography key={cap} component="div" variant="body2" sx={{ color: 'text.secondary' }}>
              {cap}
            </Typography>
          ))}
        </>
      }
      facts={
        <Box sx={{ typography: 'body2', color: 'text.secondary', minWidth: 0 }}>
          <Box sx={end.soon ? { color: 'saffron.ink', fontWeight: 600 } : {}}>{end.words}</Box>
          <div>{words.used(view)}</div>
          <Box sx={{ color: 'text.tertiary' }}>{words.made(view)}</Box>
          {history === undefined ? null : (
            <TextLink to={history} aria-label={t('terms:historyOf', { name })}>
              {t('terms:history')}
            </TextLink>
          )}
          {view.manageable ? null : <Box sx={{ color: 'text.tertiary' }}>{t('notYours')}</Box>}
        </Box>
      }
      actions={
        view.manageable ? (
          <>
            {view.rotatedOn === null ? (
              <>
                <Button
                  ref={opener}
                  size="small"
                  aria-expanded={open}
                  aria-label={t('changeNamed', { name })}
                  onClick={() => onOpen(!open)}
                >
                  {t('change')}
                </Button>
                <Button size="small" aria-label={t('rotateNamed', { name })} onClick={onRotate}>
                  {t('rotate')}
                </Button>
              </>
            ) : null}
            <Button
              size="small"
              aria-label={t('revokeNamed', { name })}
              onClick={onRevoke}
              sx={{ color: 'brick.ink' }}
            >
              {t('revoke')}
            </Button>
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
            opener.current?.focus();
          }}
        />
      ) : null}
    </RecordRow>
  );
}
