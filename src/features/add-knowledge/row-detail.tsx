import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/components/bidi-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { DescriptionField } from './description-field.tsx';
import { describeFailure, describeFileProblem } from './describe-problem.ts';
import type { Item, Registration } from './intake-types.ts';
import type { Standing } from './standing.ts';
import { UploadProgress } from './upload-progress.tsx';

type RowDetailProps = {
  id: string;
  item: Item;
  standing: Standing;
  /** What the form says about the title or the description. */
  issue: string | undefined;
  registration: Registration | undefined;
  accepted: readonly string[];
  name: string;
  onTyped: () => void;
  /** False in a unit made of all: its description stands once, above. */
  describable: boolean;
};

/** The third column: what is under way, what is wrong, or the description. */
export function RowDetail(props: RowDetailProps) {
  const { id, item, standing, issue, registration, accepted, name, onTyped, describable } = props;
  const { t } = useTranslation('add');
  const { t: tFaults } = useTranslation('faults');
  const formats = useFormats();
  const upload = item.kind === 'file' ? item.upload : undefined;
  if (upload?.step === 'uploading') return <UploadProgress name={name} {...upload} />;

  const say = (text: string, asSent = false) => (
    <Box id={id} component="span" role="status">
      {asSent ? <BidiText>{text}</BidiText> : text}
    </Box>
  );
  const sayFailure = (error: unknown) => {
    const { text, asSent } = describeFailure(error, tFaults);
    return say(text, asSent);
  };
  if (upload?.step === 'refused') return say(describeFileProblem(upload.problem, accepted, t, formats));
  if (upload?.step === 'failed') return sayFailure(upload.error);
  if (standing === 'cancelled' || standing === 'gone') return say(t(`problem.${standing}`));
  if (standing === 'titleTaken' || standing === 'titleRepeated') return say(t(`problem.${standing}`));
  if (standing === 'titleWrong')
    return say(t('problem.field', { field: t('row.title'), issue: issue ?? '' }));
  const description = describable ? (
    <DescriptionField name={`items.${item.key}.description`} of={name} onTyped={onTyped} />
  ) : null;
  if (standing === 'descriptionWrong') {
    return (
      <>
        {say(t('problem.field', { field: t('row.description'), issue: issue ?? '' }))}
        {description}
      </>
    );
  }
  if (registration?.step === 'failed') return sayFailure(registration.error);
  return description;
}
