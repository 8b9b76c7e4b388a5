import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { KeyView } from '#contract/session.ts';
import { KeyRow } from './key-row.tsx';

type KeyListProps = {
  keys: readonly KeyView[];
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
  onChanged: () => void;
  onRotate: (view: KeyView) => void;
  onRevoke: (view: KeyView) => void;
};

export function KeyList({ keys, openId, onOpen, onChanged, onRotate, onRevoke }: KeyListProps) {
  const { t } = useTranslation('keys');
  return (
    <Box
      component="ul"
      aria-label={t('list')}
      sx={{ listStyle: 'none', margin: 0, padding: 0, borderBlockStart: 1, borderColor: 'line.firm' }}
    >
      {keys.map((view) => (
        <KeyRow
          key={view.id}
          view={view}
          open={openId === view.id}
          onOpen={(open) => onOpen(open ? view.id : undefined)}
          onChanged={onChanged}
          onRotate={() => onRotate(view)}
          onRevoke={() => onRevoke(view)}
        />
      ))}
    </Box>
  );
}
