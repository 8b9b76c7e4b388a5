import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { memo, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { completeAddress } from '#common/pasted-text.ts';
import { sourceUrlSchema } from '#contract/knowledge.ts';
import { UNIT_LIMITS } from '#contract/limits.ts';

type UrlProblem = 'not-an-address' | 'not-web' | 'has-space' | 'too-long';
type UrlLine = { number: number; text: string } & (
  | { url: string; problem?: never }
  | { problem: UrlProblem; url?: never }
);

function parseUrlLine(text: string): { url: string } | { problem: UrlProblem } {
  const address = completeAddress(text);
  if (/\s/u.test(address)) {
    const isAddress = sourceUrlSchema.safeParse(address.replaceAll(/\s+/gu, '%20')).success;
    return { problem: isAddress ? 'has-space' : 'not-an-address' };
  }
  if (address.length > UNIT_LIMITS.url) return { problem: 'too-long' };
  const parsed = sourceUrlSchema.safeParse(address);
  if (parsed.success) return { url: parsed.data };
  return {
    problem:
      /^[a-z][a-z\d+.-]*:/iu.test(address) && !/^https?:/iu.test(address) ? 'not-web' : 'not-an-address',
  };
}

/** Parses addresses, one per line; empty lines and repeated addresses are skipped. */
export function parseUrlLines(text: string, existing: Iterable<string> = []): UrlLine[] {
  const seen = new Set(existing);
  return text.split(/\r?\n/u).flatMap((raw, index): UrlLine[] => {
    const line = raw.trim();
    if (line === '') return [];
    const parsed = parseUrlLine(line);
    const base = { number: index + 1, text: line };
    if ('problem' in parsed) return [{ ...base, problem: parsed.problem }];
    if (seen.has(parsed.url)) return [];
    seen.add(parsed.url);
    return [{ ...base, url: parsed.url }];
  });
}

type UrlListInputProps = {
  value: string;
  /** Addresses that the list has already. */
  existing: readonly string[];
  onChange: (text: string) => void;
  onAdd: (urls: readonly string[]) => void;
};

const MAX_SHOWN_PROBLEMS = 3;

/** Addresses, one per line, validated while they are typed. Invalid lines stay in the field with their reason. */
export const UrlListInput = memo(function UrlListInput({
  value,
  existing,
  onChange,
  onAdd,
}: UrlListInputProps) {
  const { t } = useTranslation('add');
  const hintId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = parseUrlLines(value, existing);
  const urls = lines.flatMap((line) => line.url ?? []);
  const invalidLines = lines.filter((line) => line.problem !== undefined);
  const add = () => {
    onAdd(urls);
    onChange(invalidLines.map((line) => line.text).join('\n'));
    // The button is disabled now and would lose the focus.
    field.current?.focus();
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (urls.length > 0) add();
      }}
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, marginBlockStart: 1.5 }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TextField
          inputRef={field}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            const single = !value.trim().includes('\n');
            if (
              event.key === 'Enter' &&
              !event.shiftKey &&
              single &&
              invalidLines.length === 0 &&
              urls.length > 0
            ) {
              event.preventDefault();
              add();
            }
          }}
          placeholder={t('addresses.placeholder')}
          error={invalidLines.length > 0}
          multiline
          minRows={2}
          maxRows={8}
          fullWidth
          size="small"
          slotProps={{
            htmlInput: {
              dir: 'ltr',
              spellCheck: false,
              'aria-label': t('addresses.label'),
              'aria-describedby': hintId,
            },
          }}
          sx={{
            '& textarea': {
              typography: 'mono',
              paddingBlock: 0,
              paddingInline: 1.5,
              lineHeight: '24px !important',
            },
          }}
        />
        <Typography
          id={hintId}
          component="div"
          variant="caption"
          role={invalidLines.length > 0 ? 'status' : undefined}
          sx={{ color: invalidLines.length > 0 ? 'brick.ink' : 'text.tertiary', marginBlockStart: 0.5 }}
        >
          {invalidLines.length === 0
            ? t(urls.length === 0 && value.trim() !== '' ? 'addresses.repeated' : 'addresses.hint')
            : invalidLines.slice(0, MAX_SHOWN_PROBLEMS).map((line) => (
                <div key={line.number}>
                  {t('addresses.line', {
                    number: line.number,
                    problem: t(`addresses.problems.${line.problem}`),
                  })}
                </div>
              ))}
        </Typography>
      </Box>
      <Button type="submit" variant="outlined" disabled={urls.length === 0}>
        {urls.length === 0 ? t('addresses.addNone') : t('addresses.add', { count: urls.length })}
      </Button>
    </Box>
  );
});
