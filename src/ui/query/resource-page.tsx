import { RoleGate, type RoleGateProps } from '#src/ui/fault/role-gate.tsx';
import { PageFrame, type PageFrameProps } from '#src/ui/page-frame.tsx';

type ResourcePageProps = PageFrameProps & Omit<RoleGateProps, 'title' | 'back' | 'children'>;

/** The page of a resource: framed for those who may read it, with an explanation for everyone else. */
export function ResourcePage(props: ResourcePageProps) {
  const { operation, notOffered, absent, refused, afterRefusal, ...frame } = props;
  return (
    <RoleGate
      {...{ operation, notOffered, absent, refused, afterRefusal }}
      title={frame.title}
      back={frame.back}
    >
      <PageFrame {...frame} />
    </RoleGate>
  );
}
