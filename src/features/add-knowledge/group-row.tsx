import Layers from 'lucide-react/icons/layers';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/components/bidi-text.tsx';
import { LinkButton } from '#src/components/link-button.tsx';
import { paths } from '#src/paths.ts';
import { DescriptionField } from './description-field.tsx';
import { describeFailure } from './describe-problem.ts';
import type { Group, Registration } from './intake-types.ts';
import { isStored } from './intake-types.ts';
import { RowFrame } from './row-frame.tsx';
import type { RowActions } from './item-row.tsx';
import type { Standing } from './standing.ts';
import { isFailure, StandingWords } from './standing-words.tsx';
import { TitleField } from './title-field.tsx';

type GroupRowProps = {
  group: Group;
  standing: Standing;
  issue: string | undefined;
  registration: Registration | undefined;
  maxSources: number;
  actions: RowActions;
  takenBy: number | undefined;
};

/** The head of a unit that is made of several sources: its title, its standing, its description. */
export function GroupRow({
  group,
  standing,
  issue,
  registration,
  maxSources,
  actions,
  takenBy,
}: GroupRowProps) {
  const { t } = useTranslation('add');
  const { t: tFaults } = useTranslation('faults');
  const { kind, key, items } = group;
  const problemId = `problem-${key}`;
  const of = t(kind === 'file' ? 'grouping.files' : 'grouping.urls');
  const typed = () => actions.typed(key);
  const unfinished = items.filter((item) => !isStored(item)).length;
  const failure = registration?.step === 'failed' ? describeFailure(registration.error, tFaults) : undefined;

  const problem =
    standing === 'titleTaken' || standing === 'titleRepeated'
      ? t(`problem.${standing}`)
      : standing === 'titleWrong' || standing === 'descriptionWrong'
        ? t('problem.field', {
            field: t(standing === 'titleWrong' ? 'row.title' : 'row.description'),
            issue: issue ?? '',
          })
        : standing === 'tooMany'
          ? t('problem.tooMany', { max: maxSources, count: items.length })
          : standing === 'unfinished'
            ? t('problem.unfinished', { count: unfinished })
            : standing === 'notRegistered' && failure
              ? failure.text
              : undefined;
  return (
    <RowFrame
      failed={isFailure(standing)}
      icon={<Layers size={20} aria-hidden />}
      identity={
        <>
          <TitleField
            name={`all.${kind}.title`}
            of={of}
            wrong={standing === 'titleWrong' || standing === 'titleTaken' || standing === 'titleRepeated'}
            describedBy={problemId}
            onTyped={typed}
          />
          <Typography variant="caption" sx={{ color: 'text.tertiary' }}>
            {of}
            {' · '}
            {t('registered.sources', { count: items.length })}
          </Typography>
        </>
      }
      status={<StandingWords standing={standing} />}
      detail={
        <>
          {problem === undefined ? null : (
            <div id={problemId} role="status">
              {failure?.asSent && standing === 'notRegistered' ? <BidiText>{problem}</BidiText> : problem}
            </div>
          )}
          <DescriptionField name={`all.${kind}.description`} of={of} onTyped={typed} />
        </>
      }
      action={
        standing === 'titleTaken' || standing === 'titleRepeated' ? (
          <>
            {takenBy === undefined ? null : (
              <LinkButton size="small" to={paths.unit(takenBy)}>
                {t('action.openUnit')}
              </LinkButton>
            )}
            <Button variant="outlined" size="small" onClick={() => actions.anotherTitle(key)}>
              {t('action.anotherTitle')}
            </Button>
          </>
        ) : standing === 'notRegistered' ? (
          <Button variant="outlined" size="small" onClick={() => actions.register(key)}>
            {t('action.retry')}
          </Button>
        ) : null
      }
    />
  );
}
