import KeyRound from 'virtual:lucide/key-round';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';

type SecretFieldProps = { text: string; label: string; copyLabel: string };

/** A text to be copied whole: always left to right, selected by one click. */
export function SecretField({ text, label, copyLabel }: SecretFieldProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minWidth: 0,
        maxWidth: 640,
        paddingBlock: 0.5,
        paddingInline: 1.5,
        border: 1,
        borderColor: 'line.strong',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box
        component="code"
        dir="ltr"
        role="group"
        aria-label={label}
        sx={{ flex: 1, minWidth: 0, typography: 'mono', overflowWrap: 'anywhere', userSelect: 'all' }}
      >
        {text}
      </Box>
      <CopyButton text={text} label={copyLabel} size="medium" />
    </Box>
  );
}

type OneTimeSecretProps = {
  title: string;
  /** Of what it is. */
  text: string;
  secret: SecretFieldProps;
  /** How it is used. */
  children: ReactNode;
  savedLabel: string;
  onSaved: () => void;
};

/** A secret, shown once. It is in the memory of this page alone, and stays until the person says that it is saved. */
export function OneTimeSecret({ title, text, secret, children, savedLabel, onSaved }: OneTimeSecretProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const { text: secretText } = secret;
  useEffect(() => {
    if (secretText === '') return;
    panel.current?.focus();
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [secretText]);
  return (
    <Box
      component="section"
      ref={panel}
      tabIndex={-1}
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gap: 1.5,
        padding: { xs: 2, md: 2.5 },
        border: 1,
        borderColor: 'saffron.fill',
        borderRadius: 1,
        bgcolor: 'saffron.wash',
        scrollMarginBlock: '80px',
      }}
    >
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start', color: 'saffron.ink' }}>
        <Box aria-hidden sx={{ display: 'flex', paddingBlockStart: '3px' }}>
          <KeyRound size={20} />
        </Box>
        <Typography id={id} component="h2" variant="h3">
          {title}
        </Typography>
      </Box>
      <Typography variant="body2">{text}</Typography>
      <SecretField {...secret} />
      <Typography component="div" variant="body2">
        {children}
      </Typography>
      <div>
        <Button variant="contained" onClick={onSaved}>
          {savedLabel}
        </Button>
      </div>
    </Box>
  );
}
