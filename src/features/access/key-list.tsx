import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { KeyView } from '#contract/session.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';

function KeyItem({ view, onRevoke }: { view: KeyView; onRevoke: () => void }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const moment = (when: string | null) => (when === null ? t('keys.never') : formats.moment(when));
  const facts = [
    t(`keys.roles.${view.role}`),
    `${t('keys.created')}: ${formats.moment(view.createdOn)} (${t(view.madeBy === 'code' ? 'keys.byCode' : 'keys.byOperator')})`,
    `${t('keys.used')}: ${moment(view.lastUsedOn)}`,
    `${t('keys.expires')}: ${moment(view.expiresOn)}`,
  ];
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        paddingBlock: 1.5,
        borderBlockEnd: 1,
        borderColor: 'line.soft',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 220 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
          <Box component="span" sx={{ fontWeight: 600 }}>
            <BidiText>{view.name}</BidiText>
          </Box>
          <MonoText sx={{ color: 'text.tertiary' }}>{`${view.prefix}…`}</MonoText>
          {view.current ? (
            <Box component="span" sx={{ typography: 'body2', color: 'leaf.ink', fontWeight: 600 }}>
              {t('keys.current')}
            </Box>
          ) : null}
        </Box>
        <Typography component="div" variant="body2" sx={{ color: 'text.tertiary' }}>
          {facts.join(' · ')}
        </Typography>
      </Box>
      <Button
        size="small"
        variant="outlined"
        aria-label={t('keys.revokeNamed', { name: view.name })}
        onClick={onRevoke}
        sx={{ color: 'brick.ink' }}
      >
        {t('keys.revoke')}
      </Button>
    </Box>
  );
}

export function KeyList({ keys, onRevoke }: { keys: readonly KeyView[]; onRevoke: (key: KeyView) => void }) {
  const own = [...keys].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, width: '100%' }}>
      {own.map((view) => (
        <KeyItem key={view.id} view={view} onRevoke={() => onRevoke(view)} />
      ))}
    </Box>
  );
}
