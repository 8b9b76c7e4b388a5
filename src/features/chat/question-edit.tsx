import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import type { KeyboardEvent } from 'react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_LIMIT } from '#contract/limits.ts';
import type { Turn } from './conversation.ts';
import { ImageStrip } from './image-strip.tsx';

type QuestionEditProps = {
  turn: Turn;
  onSend: (message: string) => void;
  onCancel: () => void;
};

/** Other words for a message; the former ones and all that followed stay beside them. */
export function QuestionEdit({ turn, onSend, onCancel }: QuestionEditProps) {
  const { t } = useTranslation(['chat', 'common']);
  const [message, setMessage] = useState(turn.message);
  const hintId = useId();
  const ready = message.trim() !== '' && message.trim().length <= MESSAGE_LIMIT;
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      // The same key stops an answer; here it only leaves the form.
      event.preventDefault();
      onCancel();
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (ready) onSend(message);
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('question.edit')}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onSend(message);
      }}
      sx={{ border: 1, borderColor: 'primary.main', borderRadius: 1, bgcolor: 'background.paper' }}
    >
      {turn.images.length === 0 ? null : (
        <Box sx={{ padding: 1.5, paddingBlockEnd: 0 }}>
          <ImageStrip images={turn.images} />
        </Box>
      )}
      <InputBase
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        onKeyDown={pressed}
        multiline
        maxRows={12}
        fullWidth
        autoFocus
        inputProps={{ 'aria-label': t('composer.message'), 'aria-describedby': hintId, dir: 'auto' }}
        sx={{ paddingInline: 2, paddingBlock: 1.5, '& textarea:focus-visible': { outline: 'none' } }}
      />
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          alignItems: 'center',
          gap: 1,
          padding: 1,
        }}
      >
        <Typography
          id={hintId}
          variant="body2"
          sx={{ flex: { xs: '1 0 100%', sm: 1 }, paddingInline: 1, color: 'text.tertiary' }}
        >
          {t('question.branches')}
        </Typography>
        <Button size="small" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" size="small" variant="contained" disabled={!ready}>
          {t('question.resend')}
        </Button>
      </Box>
    </Box>
  );
}
