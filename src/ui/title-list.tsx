import Typography from '@mui/material/Typography';
import { BidiText } from './bidi-text.tsx';

/** The titles of what is about to be deleted or given up. */
export function TitleList({ units }: { units: readonly { id: number; title: string }[] }) {
  return (
    <Typography
      component="ul"
      sx={{
        color: 'text.primary',
        margin: 0,
        marginBlockEnd: 1,
        paddingInlineStart: 2.5,
        maxHeight: 200,
        overflowY: 'auto',
      }}
    >
      {units.map(({ id, title }) => (
        <li key={id}>
          <BidiText>{title}</BidiText>
        </li>
      ))}
    </Typography>
  );
}
