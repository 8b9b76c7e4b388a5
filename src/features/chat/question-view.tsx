import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Pencil from 'lucide-react/icons/pencil';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#src/components/copy-button.tsx';
import type { Turn } from './conversation.ts';
import { ImageStrip } from './image-strip.tsx';
import { Pager } from './pager.tsx';

type QuestionViewProps = {
  turn: Turn;
  place: { at: number; of: number };
  /** Absent where nothing can be asked. */
  onEdit: (() => void) | undefined;
  onShow: (at: number) => void;
};

/** What was asked, at the end side, with its other wordings. */
export function QuestionView({ turn, place, onEdit, onShow }: QuestionViewProps) {
  const { t } = useTranslation('chat');
  return (
    <Box sx={{ display: 'grid', justifyItems: 'end', gap: 0.5 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          maxWidth: { xs: '92%', md: '80%' },
          paddingInline: 2,
          paddingBlock: 1.25,
          borderRadius: 1,
          bgcolor: 'teal.wash',
          minWidth: 0,
        }}
      >
        <ImageStrip images={turn.images} />
        <Box dir="auto" sx={{ whiteSpace: 'pre-wrap', unicodeBidi: 'plaintext', overflowWrap: 'anywhere' }}>
          {turn.message}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Pager {...place} label={t('version.questions')} onShow={onShow} />
        <CopyButton text={turn.message} label={t('question.copy')} />
        {onEdit === undefined ? null : (
          <Tooltip title={t('question.edit')} describeChild={false}>
            <IconButton size="small" aria-label={t('question.edit')} onClick={onEdit}>
              <Pencil size={18} />
            </IconButton>
          </Tooltip>
        )}
      </Box>
    </Box>
  );
}
